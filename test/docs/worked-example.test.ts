import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as core from "@evenodds/core";
import { countOutcomes, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import { equations, evaluate, expectStated, rounding } from "./support/arithmetic.js";
import { readPage, root, section, tableRows } from "./support/pages.js";

const page = readPage("docs/metrics.md");
const [groups, classes] = [
  ["A", "B"],
  ["0", "1"],
] as const;

describe("docs/metrics.md", () => {
  it("has only equations that hold", () => {
    const found = equations(page);
    expect(found.length).to.be.at.least(60);
    for (const { left, right, exact } of found) {
      const tolerance = exact ? 1e-12 : rounding(right);
      expect(evaluate(left), `${left} and ${right}`).to.be.closeTo(evaluate(right), tolerance);
    }
  });

  it("lists every metric of the core", () => {
    // Parts of metrics, not metrics.
    const parts = ["classIndex", "comparisonTable", "figureGap", "largestGap", "smallestRatio"];
    const listed = tableRows(page.slice(0, page.indexOf("## The example"))).map(([name]) => name);
    const exported = readdirSync(join(root, "packages/core/src/metrics"))
      .map((file) => file.replace(".ts", "").replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()))
      .filter((name) => name in core && !parts.includes(name));
    expect(exported).to.include.members(["equalizedOddsDifference", "groupLeakage"]);
    for (const name of [...exported, "errorRateDifference", "accuracyByGroup", "f1Scores", "homophily"]) {
      expect(listed.join(" "), name).to.include(`\`${name}\``);
    }
  });
});

describe("the example of docs/metrics.md", () => {
  const rows = tableRows(section(page, "The example"));
  const outcomes = readCounts(rows.filter((row) => row.length === 5).slice(1));
  const stated = new Map(rows.filter((row) => row.length === 3).map(([, name, value]) => [name, value!]));
  const predictions = core.predictionCounts(outcomes);
  const oneVsRest = core.oneVsRestGaps(outcomes)[1]!;
  const parity = core.predictiveParityGaps(outcomes)[1]!;
  const { fromLabel, fromLabelAndPrediction, bits } = core.groupLeakage(outcomes);
  const { macro, weighted } = core.f1Scores(outcomes);
  const computed: Readonly<Record<string, number | null>> = {
    equalizedOddsDifference: core.equalizedOddsDifference(outcomes).value,
    equalizedOddsMeanDifference: core.equalizedOddsMeanDifference(outcomes).value,
    equalizedOddsRatio: core.equalizedOddsRatio(outcomes).value,
    equalOpportunityDifference: core.equalOpportunityDifference(outcomes, { positiveClass: "1" }).value,
    diagonalRecallGap: core.diagonalRecallGap(outcomes).value,
    equalizedOddsToOverallDifference: core.equalizedOddsToOverallDifference(outcomes).value,
    fairgnnEqualOpportunityDifference: core.fairgnnEqualOpportunityDifference(outcomes).value,
    truePositiveRate: oneVsRest.truePositiveRate.value,
    falsePositiveRate: oneVsRest.falsePositiveRate.value,
    positivePredictiveValue: parity.positivePredictiveValue.value,
    negativePredictiveValue: parity.negativePredictiveValue.value,
    accuracyDifference: core.accuracyDifference(outcomes).value,
    errorRateDifference: core.errorRateDifference(outcomes).value,
    demographicParityDifference: core.demographicParityDifference(predictions).value,
    demographicParityRatio: core.demographicParityRatio(predictions, { positiveClass: "1" }).value,
    ...{ fromLabel, fromLabelAndPrediction, bits },
    accuracy: core.accuracy(outcomes),
    balancedAccuracy: core.balancedAccuracy(outcomes),
    ...{ macro, weighted },
  };

  it("has 100 rows, and a code for every value", () => {
    expect(outcomes.counts.reduce((sum, count) => sum + count, 0)).to.equal(100);
    const named = [...stated.keys()].filter((name) => name !== "name in code and reports");
    expect(named).to.have.members(Object.keys(computed).map((name) => `\`${name}\``));
  });

  for (const [name, value] of Object.entries(computed)) {
    it(`states ${name} as it is computed`, () => expectStated(stated.get(`\`${name}\``)!, value));
  }

  it("has the rates of class 1", () => {
    const table = tableRows(section(page, "Rates by class and group")).slice(1);
    const [, a, , b] = core.classRates(outcomes);
    expect(table).to.have.length(6);
    for (const [name, , inA, inB] of table) {
      const rate = name!.replaceAll("`", "") as keyof Pick<core.ClassRates, "truePositiveRate">;
      expect([a, b].map((rates) => `${rates![rate].k}/${rates![rate].n}`)).to.deep.equal([inA, inB]);
    }
  });

  it("fails the four-fifths rule, and has the signed differences", () => {
    expect(core.demographicParityRatio(predictions, { positiveClass: "1" }).fourFifths).to.equal(false);
    const signed = core.signedRateDifferences(outcomes, { of: "B", against: "A" });
    const value = (label: string) => signed.find((one) => one.label === label && one.prediction === "1")!.value;
    expect([value("1"), value("0")]).to.deep.equal([-0.2, -0.1]);
  });
});

describe("the small examples of docs/metrics.md", () => {
  it("leave six rows partial, or undefined", () => {
    const six = rowsOf({ group: [0, 0, 0, 0, 1, 1], label: [1, 1, 0, 0, 0, 0], prediction: [1, 1, 0, 0, 0, 0] });
    const [one, five] = [core.equalizedOddsDifference(six, { minimumSupport: 1 }), core.equalizedOddsDifference(six)];
    expect([one.value, one.status, five.status]).to.deep.equal([0, "partial", "undefined"]);
  });

  it("hide a gap from the diagonal", () => {
    const counts = new Float64Array(18);
    counts.set([6, 4, 0], 0);
    counts.set([6, 0, 4], 9);
    const three = { groups: [...groups], classes: ["a", "b", "c"], counts, excluded: {} };
    expect(core.diagonalRecallGap(three).value).to.equal(0);
    expect(core.equalizedOddsDifference(three).value).to.equal(0.4);
  });

  it("explain a gap by a condition", () => {
    const table = tableRows(section(page, "Conditional equalized odds")).slice(1);
    const levels = ["easy", "hard"].map((level) => {
      const outcomes = core.emptyCounts(groups, classes);
      for (const [, group, n, right] of table.filter(([name]) => name === `\`${level}\``)) {
        const start = groups.indexOf(group as "A") * 4;
        outcomes.counts.set([10, 0, Number(n) - Number(right), Number(right)], start);
      }
      return { level, outcomes };
    });
    const together = core.addCounts(levels[0]!.outcomes, levels[1]!.outcomes);
    expect(core.equalizedOddsDifference(together).value).to.equal(0.36);
    expect(core.conditionalEqualizedOdds(levels)).to.include({ value: 0, status: "estimated" });
  });

  it("reveal the group by one bit", () => {
    const four = rowsOf({ group: [0, 0, 1, 1], label: [1, 1, 1, 1], prediction: [1, 1, 0, 0] });
    expect(core.groupLeakage(four)).to.deep.equal({ fromLabel: 0.5, fromLabelAndPrediction: 1, bits: 1 });
  });

  it("join like to like on a path", () => {
    const [source, target] = [Int32Array.of(0, 1, 1, 2, 2, 3), Int32Array.of(1, 0, 2, 1, 3, 2)];
    const nodes = { nodeCount: 4, nodeIds: ["a", "b", "c", "d"], features: new Float32Array(0), featureNames: [] };
    const { edge, adjusted } = core.homophily({ ...nodes, source, target }, Int32Array.of(0, 0, 1, 1));
    const stated = equations(section(page, "Homophily")).map(({ right }) => right);
    expect(stated).to.deep.equal(["0.6667", "0.5", "0.3333"]);
    expectStated("0.6667", edge);
    expectStated("0.3333", adjusted);
  });

  it("weigh four rows as three", () => {
    const codes = { group: [0, 0, 0, 0], label: [1, 1, 1, 1], prediction: [1, 1, 1, 0] };
    const weighted = core.countWeighted({ ...coded(codes), weight: Float64Array.of(1, 1, 1, 3) });
    expect(core.classRates(weighted.outcomes)[1]!.truePositiveRate.value).to.equal(0.5);
    expect(core.cellSize(core.effectiveCounts(weighted), 0, 1)).to.equal(3);
    expect(core.effectiveSize({ weights: 6, squares: 12 })).to.equal(3);
  });
});

function coded(rows: Readonly<Record<"group" | "label" | "prediction", readonly number[]>>) {
  const [group, label, prediction] = [rows.group, rows.label, rows.prediction].map((codes) => Int32Array.from(codes));
  return { group: group!, label: label!, prediction: prediction!, groups, classes };
}

function rowsOf(rows: Parameters<typeof coded>[0]): OutcomeCounts {
  return countOutcomes(coded(rows));
}

/** Rows of true label, group, n and one count per prediction. */
function readCounts(rows: readonly (readonly string[])[]): OutcomeCounts {
  const counts = new Float64Array(8);
  for (const [label, group, n, zero, one] of rows) {
    const at = (groups.indexOf(group as "A") * 2 + classes.indexOf(label as "0")) * 2;
    counts.set([Number(zero), Number(one)], at);
    expect(Number(zero) + Number(one)).to.equal(Number(n));
  }
  return { groups, classes, counts, excluded: {} };
}
