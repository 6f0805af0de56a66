import {
  auditOutcomes,
  clusterCounts,
  defaultSettings,
  judgeEvidence,
  simultaneousIntervals,
  type AuditInput,
  type AttributeReport,
  type AuditReport,
  type Gate,
} from "@evenodds/auditor";
import {
  canonicalLevel,
  classLack,
  countOutcomes,
  countPredictions,
  countScores,
  countWeighted,
  equalizedOddsComparisons,
  equalizedOddsDifference,
  InputError,
  predictionCounts,
  UsageError,
  type OutcomeCounts,
} from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { anyOutcomes, binaryOutcomes, outcomesOf } from "../../support/outcomes.js";

/** Audits one attribute called `sex` with few draws. */
function audit(outcomes: OutcomeCounts, rest: Partial<AuditInput> = {}): AuditReport {
  const settings = { draws: 200, ...rest.settings };
  return auditOutcomes({ version: "1.2.3", attributes: [{ name: "sex", outcomes }], ...rest, settings });
}

const codesOf = (report: AuditReport) => report.warnings.map(({ code }) => code);

// TPR .625 and .8, FPR .1 and .15.
const people = {
  ...binaryOutcomes({ f: { tn: 9, fp: 1, fn: 3, tp: 5 }, m: { tn: 17, fp: 3, fn: 5, tp: 20 } }),
  excluded: { unlabelled: 4, "outside-split": 100 },
};

describe("auditOutcomes", () => {
  it("accounts for every row that was read", () => {
    const [attribute] = audit(people).attributes;
    expect(attribute!.rows).to.deep.equal({
      read: 167,
      used: 63,
      excluded: { unlabelled: 4, "missing-attribute": 0, "outside-split": 100, "non-finite-prediction": 0 },
    });
    expect(attribute!.levels).to.deep.equal([
      { level: "f", n: 18 },
      { level: "m", n: 45 },
    ]);
  });

  it("lists every cell with counts, rate and interval, and every figure of the attribute", () => {
    const attribute = audit(people).attributes[0]!;
    expect(attribute.cells.map(({ label, group, n, status }) => [label, group, n, status])).to.deep.equal([
      ["0", "f", 10, "ok"],
      ["0", "m", 20, "ok"],
      ["1", "f", 8, "ok"],
      ["1", "m", 25, "ok"],
    ]);
    expect(attribute.cells[2]!.predictions[1]).to.deep.include({ prediction: "1", k: 5, rate: 0.625 });
    expect(attribute.equalizedOdds).to.deep.include(equalizedOddsDifference(people));
    expect(attribute.evidence.worst!.difference).to.equal(attribute.equalizedOdds.value);
    // 5 tables of label 0 (4 of 30 predicted 1: 0 to 4 of f's 10) and 9 of label 1 (0 to 8 of f's 8).
    expect(attribute.permutation).to.deep.include({ draws: 0, tables: 5 + 9, exact: true, reason: null });
    expect(attribute.equalOpportunity.map((entry) => [entry.class, entry.value])).to.deep.equal([
      ["0", 0.05],
      ["1", 0.175],
    ]);
    expect(attribute.diagonalRecallGap.value).to.equal(0.175);
    // Predicted 1: 6 of 18 and 23 of 45.
    expect(attribute.demographicParityDifference.value).to.be.closeTo(23 / 45 - 6 / 18, 1e-15);
    expect(attribute.selectionRates[1]!.predictions[1]).to.deep.include({ k: 23, rate: 23 / 45 });
    expect(attribute.equalizedOddsMeanDifference.value).to.be.closeTo(0.1125, 1e-15);
    expect(attribute.oneVsRest.map(({ truePositiveRate }) => truePositiveRate.value)).to.deep.equal([0.05, 0.175]);
    expect(attribute.performance.accuracy).to.equal(51 / 63);
    expect(attribute.performance.byGroup).to.deep.equal([
      { group: "f", n: 18, accuracy: 14 / 18 },
      { group: "m", n: 45, accuracy: 37 / 45 },
    ]);
  });

  it("judges maxGap for every attribute, and further gates", () => {
    const gates: Gate[] = [
      { metric: "demographicParityDifference", attribute: "region", limit: 0.9, rule: "evidence" },
      { metric: "equalOpportunityDifference", attribute: "sex", limit: 0.2, rule: "point" },
      { metric: "diagonalRecallGap", attribute: "sex", limit: 0.2, rule: "point" },
    ];
    const report = audit(people, {
      attributes: [
        { name: "sex", outcomes: people },
        { name: "region", outcomes: people },
      ],
      positiveClass: "1",
      settings: { maxGap: 0.17 },
      gates,
    });
    expect(report.rules.map(({ metric, attribute, verdict }) => [metric, attribute, verdict])).to.deep.equal([
      ["equalizedOddsDifference", "sex", "violated"],
      ["equalizedOddsDifference", "region", "violated"],
      ["demographicParityDifference", "region", "pass"],
      ["equalOpportunityDifference", "sex", "pass"],
      ["diagonalRecallGap", "sex", "pass"],
    ]);
    expect(report.rules[0]).to.deep.include({ limit: 0.17, value: 0.175, lower: null, upper: null });
    expect(report.rules[2]!.upper).to.be.below(0.9);
    expect(report.verdict).to.equal("violated");
    expect(report.attributes[0]!.equalOpportunity.map((entry) => entry.class)).to.deep.equal(["1"]);
    expect(report.notes.join(" ")).to.match(/not corrected for several attributes/);
  });

  it("cannot tell by evidence where counts are few, and can where they are many", () => {
    const many = { ...people, counts: people.counts.map((count) => count * 100) };
    const settings = { maxGap: 0.1, rule: "evidence" } as const;
    expect(audit(people, { settings }).verdict).to.equal("inconclusive");
    expect(audit(many, { settings }).verdict).to.equal("violated");
    expect(audit(many, { settings: { ...settings, maxGap: 0.3 } }).verdict).to.equal("pass");
  });

  it("is inconclusive on six rows with perfect predictions and no positives in B (AUDIT.md, section 9)", () => {
    const six = outcomesOf({ y: "1,1,0,0,0,0", predicted: "1,1,0,0,0,0", s: "A,A,A,A,B,B" });
    for (const rule of ["point", "evidence"] as const) {
      for (const minimumSupport of [1, 5]) {
        const report = audit(six, { settings: { maxGap: 1, rule, minimumSupport } });
        expect(report.verdict).to.equal("inconclusive");
        const positives = report.attributes[0]!.cells.find(({ label, group }) => label === "1" && group === "B")!;
        expect(positives).to.deep.include({ n: 0, status: "empty" });
        expect(positives.predictions[1]).to.deep.equal({ prediction: "1", k: 0, rate: null, lower: null, upper: null });
      }
    }
    expect(audit(six, { settings: { minimumSupport: 1 } }).attributes[0]!.equalizedOdds.value).to.equal(0);
  });

  it("gives both decisions, adjusted p-values and the size that would decide for every gate", () => {
    const settings = { maxGap: 0.1 } as const;
    const twice = ["sex", "region"].map((name) => ({ name, outcomes: people }));
    const report = audit(people, { attributes: twice, settings });
    const gate = report.rules[0]!;
    expect([gate.verdict, gate.point.verdict, gate.evidence.verdict]).to.deep.equal([
      "violated",
      "violated",
      "inconclusive",
    ]);
    expect(gate.evidence.lower).to.equal(0);
    expect(gate.evidence.adjustedPValue).to.equal(Math.min(1, 2 * gate.evidence.pValue!));
    const { factor, smallestCell, smallestCellNeeded } = gate.power!;
    expect([smallestCell, smallestCellNeeded]).to.deep.equal([8, Math.ceil(8 * factor!)]);
    // With that many times the rows, the evidence rule decides; with one percent fewer it does not.
    const grown = (by: number) =>
      judgeEvidence(
        {
          gap: { status: "estimated", reason: null },
          evidence: simultaneousIntervals(
            equalizedOddsComparisons({ ...people, counts: people.counts.map((count) => count * by) }),
            { effectiveSizes: true },
          ),
        },
        0.1,
      ).verdict;
    expect([grown(factor!), grown(factor! * 0.99)]).to.deep.equal(["violated", "inconclusive"]);
    const [first, second] = report.attributes;
    expect(first!.adjustedPValue).to.equal(Math.min(1, 2 * first!.permutation.pValue!));
    expect(second!.adjustedPValue).to.equal(first!.adjustedPValue);
  });

  it("lets an evidence rule take no interval that forgets the clusters", () => {
    // 40 clusters of 40 rows, half of them of each group; in every fourth all predictions are wrong.
    const size = 1600;
    const at = (i: number) => Math.floor(i / 40);
    const group = Int32Array.from({ length: size }, (_, i) => at(i) % 2);
    const label = Int32Array.from({ length: size }, (_, i) => i % 2);
    const cluster = Int32Array.from({ length: size }, (_, i) => at(i));
    const prediction = label.map((y, i) => (at(i) % 8 < 2 ? 1 - y : y));
    const rows = { group, label, prediction, groups: ["f", "m"], classes: ["0", "1"] };
    const outcomes = countOutcomes(rows);
    const judge = (of: Int32Array | null, metric: "equalizedOddsDifference" | "diagonalRecallGap") => {
      const clusters = of === null ? undefined : { name: "class", counts: clusterCounts({ ...rows, cluster: of }) };
      const gates = [{ metric, attribute: "sex", limit: 0.1, rule: "evidence" as const }];
      return audit(outcomes, { attributes: [{ name: "sex", outcomes, clusters }], gates }).rules[0]!;
    };
    const independent = judge(null, "equalizedOddsDifference");
    expect(independent.verdict).to.equal("pass");
    expect(independent.evidence.pValue).to.be.a("number");
    const clustered = judge(cluster, "equalizedOddsDifference");
    expect(clustered.verdict).to.equal("inconclusive");
    expect(clustered.evidence.upper).to.be.above(0.3);
    expect(clustered.evidence.pValue).to.equal(null);
    expect(clustered.point.verdict).to.equal("pass");
    // Five clusters are too few for an interval, and another metric has none.
    const few = judge(
      cluster.map((c) => c % 5),
      "equalizedOddsDifference",
    );
    expect(few.verdict).to.equal("inconclusive");
    expect(few.evidence.reason).to.match(/5 clusters: at least 6 are needed/);
    expect(judge(cluster, "diagonalRecallGap").evidence.reason).to.match(/allow for clusters exist for the equalized/);
  });

  it("reports scores, clusters, conditions and weights where they are given", () => {
    const codes = (text: string) => Int32Array.from(text, Number);
    const rows = {
      ...{ groups: ["f", "m"], classes: ["0", "1"] },
      ...{ group: codes("0101".repeat(12)), label: codes("0011".repeat(12)), prediction: codes("010110".repeat(8)) },
    };
    const outcomes = countOutcomes(rows);
    const cluster = Int32Array.from(rows.group, (_, i) => i % 8);
    const weight = new Float64Array(48).fill(0.5);
    const score = Float64Array.from(rows.prediction, (p, i) => (p === 1 ? 0.6 : 0.2) + (i % 3) / 10);
    const { squares, usedRows, outcomes: weighted } = countWeighted({ ...rows, weight });
    const report = audit(outcomes, {
      attributes: [
        {
          name: "sex",
          outcomes,
          scores: countScores({ ...rows, classes: ["0", "1"], score }),
          clusters: { name: "class", counts: clusterCounts({ ...rows, cluster }) },
          condition: { name: "all", levels: [{ level: "only", outcomes }] },
        },
        { name: "weighted", outcomes: weighted, squares, usedRows },
      ],
      settings: { maxGap: 0.1 },
    });
    const [sex, withWeights] = report.attributes;
    expect(sex!.scores).to.deep.include({ n: 48, distinct: 4 });
    expect(sex!.clusters!.name).to.equal("class");
    expect(sex!.clusters!.test.clusters).to.equal(8);
    expect(sex!.conditional).to.deep.include({ name: "all", worstLevel: "only", value: sex!.equalizedOdds.value });
    // Equal weights are worth their rows, so the intervals are those of the rows.
    expect(withWeights!.effectiveSizes).to.deep.equal([12, 12, 12, 12]);
    const { k, rate, lower, upper } = sex!.cells[0]!.predictions[0]!;
    const half = withWeights!.cells[0]!.predictions[0]!;
    expect([half.k, half.rate]).to.deep.equal([k / 2, rate]);
    expect(half.lower).to.be.closeTo(lower!, 1e-12);
    expect(half.upper).to.be.closeTo(upper!, 1e-12);
    expect(withWeights!.evidence.upper).to.be.closeTo(sex!.evidence.upper!, 1e-12);
    expect(report.rules[1]!.evidence.upper).to.be.closeTo(sex!.evidence.upper!, 1e-12);
    expect(JSON.parse(JSON.stringify(report))).to.deep.equal(report);
    const short = { name: "weighted", outcomes: weighted, squares: squares.slice(1), usedRows };
    expect(() => audit(outcomes, { attributes: [short] })).to.throw(InputError, /squared weights/);
    const untold = { name: "weighted", outcomes: weighted, squares };
    expect(() => audit(outcomes, { attributes: [untold] })).to.throw(InputError, /usedRows of attribute "weighted"/);
  });

  it("says the same of rows however their equal weights are scaled, and takes no weights for rows", () => {
    const codes = (text: string) => Int32Array.from(text, Number);
    const rows = {
      ...{ groups: ["f", "m"], classes: ["0", "1"] },
      ...{ group: codes("0101".repeat(12)), label: codes("0011".repeat(12)), prediction: codes("010110".repeat(8)) },
    };
    const reports = [0.25, 1, 5].map((scale) => {
      const weighted = countWeighted({ ...rows, weight: new Float64Array(48).fill(scale) });
      const { outcomes, ...extras } = weighted;
      const predictions = predictionCounts(outcomes);
      const squares = Float64Array.from({ length: 4 }, (_, at) => extras.squares[(at >> 1) * 4 + (at & 1)]!);
      const settings = { minimumSupport: 1 };
      const gates = [
        { metric: "demographicParityDifference", attribute: "sex", limit: 0.1, rule: "evidence" } as const,
      ];
      return {
        scale,
        labelled: auditOutcomes({
          ...{ version: "1.2.3", settings: { ...settings, maxGap: 0.1 }, gates },
          attributes: [{ name: "sex", outcomes, ...extras }],
        }),
        unlabelled: auditOutcomes({
          ...{ version: "1.2.3", settings, gates },
          attributes: [{ name: "sex", predictions, squares, usedRows: extras.usedRows }],
        }),
      };
    });
    for (const { scale, labelled, unlabelled } of reports) {
      for (const report of [labelled, unlabelled]) {
        const [{ rows: account, permutation, selectionRates }] = report.attributes as [AttributeReport];
        expect(account).to.deep.include({ read: 48, used: 48, weight: 48 * scale });
        expect(permutation.pValue).to.equal(null);
        expect(selectionRates[0]!.predictions[0]).to.include({ lower: null, upper: null });
        expect(report.rules.at(-1)!.evidence).to.include({ lower: null, upper: null, pValue: null });
      }
      expect(labelled.attributes[0]!.evidence).to.deep.equal(reports[0]!.labelled.attributes[0]!.evidence);
      expect(labelled.rules[0]!.evidence).to.deep.equal(reports[0]!.labelled.rules[0]!.evidence);
    }
  });

  it("says that no gate is configured (tfx#5148)", () => {
    expect(audit(people)).to.deep.include({ verdict: "no-gate", rules: [] });
  });

  it("compares selection rates alone where there are no labels (aequitas#115)", () => {
    const predictions = countPredictions({
      group: Int32Array.from([0, 0, 0, 0, 0, 1, 1, 1, 1, 1]),
      prediction: Int32Array.from([1, 1, 1, 1, 0, 1, 1, 0, 0, 0]),
      groups: ["f", "m"],
      classes: ["0", "1"],
    });
    const report = auditOutcomes({
      version: "1.2.3",
      attributes: [{ name: "sex", predictions }],
      settings: { maxGap: 0.5 },
      gates: [{ metric: "demographicParityDifference", attribute: "sex", limit: 0.5, rule: "point" }],
    });
    const attribute = report.attributes[0]!;
    expect(report.labelled).to.equal(false);
    expect(attribute.demographicParityDifference.value).to.equal(0.4);
    expect(attribute.equalizedOdds).to.deep.include({ value: null, reason: "not computable without labels" });
    expect(report.rules.map(({ verdict }) => verdict)).to.deep.equal(["inconclusive", "pass"]);
    expect(codesOf(report)).to.deep.equal(["no-labels"]);
  });

  it('gives equal bytes for equal inputs, and for groups 0, 1 and "0", "1" (fairpipe#38, fairmodels#41)', () => {
    const rows = { y: "1,0,1,0,1,0", predicted: "1,0,0,0,1,1" };
    const bytes = (groups: readonly (string | number)[]) => {
      const s = groups.map((group) => canonicalLevel(String(group))).join(",");
      return JSON.stringify(audit(outcomesOf({ ...rows, s }), { settings: { minimumSupport: 1, maxGap: 0.1 } }));
    };
    const expected = bytes([0, 1, 1, 0, 0, 1]);
    expect(bytes([0, 1, 1, 0, 0, 1])).to.equal(expected);
    expect(bytes(["0", "1", "1", "0", "0", "1"])).to.equal(expected);
    expect(bytes(["0.0", "1.0", "1", "0", "+0", "1"])).to.equal(expected);
  });

  it("does not let the key order of a caller's objects into the bytes", () => {
    const graph = { name: "nba", sha256: "b" };
    const provenance = {
      tool: "evenodds 1",
      method: "gcn",
      seed: 1,
      engine: "wasm",
      graph,
      sensitive: null,
      epochs: 9,
    };
    const turn = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).reverse()) as T;
    const model = { file: "m.onnx", sha256: "a", producer: null, featureCount: 3, provenance };
    const data = { name: "nba", files: [{ file: "nba.csv", sha256: "c" }], nodes: 5, arcs: 4 };
    const straight = audit(people, { model, data, settings: { maxGap: 0.1 } });
    const turned = audit(people, {
      data: turn({ ...data, files: data.files.map(turn) }),
      model: turn({ ...model, provenance: turn({ ...provenance, graph: turn(graph), options: { lr: 1 } }) }),
      settings: turn({ ...defaultSettings, draws: 200, maxGap: 0.1 }),
    });
    expect(JSON.stringify(turned)).to.equal(JSON.stringify(straight));
    expect(straight.model).to.deep.equal(model);
    expect(straight.data).to.deep.equal(data);
  });

  it("survives JSON without NaN, Infinity or missing values on any counts (smclarify PR#61, iperf#370)", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.constantFrom("point", "evidence"), (outcomes, rule) => {
        const report = audit(outcomes, { settings: { maxGap: 0.1, rule, draws: 20 } });
        // JSON would turn NaN into null and drop undefined, so that the two would differ.
        expect(JSON.parse(JSON.stringify(report))).to.deep.equal(report);
        const { equalizedOdds, permutation, evidence } = report.attributes[0]!;
        expect(equalizedOdds.value === null).to.equal(equalizedOdds.status === "undefined");
        for (const { value, reason } of [
          equalizedOdds,
          { value: permutation.pValue, reason: permutation.reason },
          { value: evidence.lower, reason: evidence.reason },
        ]) {
          if (value === null) expect(reason).to.be.a("string");
        }
        if (equalizedOdds.status !== "estimated") expect(report.verdict).not.to.equal("pass");
      }),
      { numRuns: 60 },
    );
  });

  it("has a verdict that follows value and limit on any counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), fc.integer({ min: 0, max: 20 }), (outcomes, twentieths) => {
        const maxGap = twentieths / 20;
        const { verdict } = audit(outcomes, { settings: { maxGap, draws: 0 } });
        const { status, value } = equalizedOddsDifference(outcomes);
        const expected =
          value !== null && value > maxGap ? "violated" : status === "estimated" ? "pass" : "inconclusive";
        expect(verdict).to.equal(classLack(outcomes)?.kind === "one-class" ? "inconclusive" : expected);
      }),
    );
  });

  it("puts the caller's warnings first and its notes last", () => {
    const report = audit(people, {
      warnings: [{ code: "transposed", message: "edges" }],
      notes: ["took x as features"],
    });
    expect(codesOf(report)).to.deep.equal(["transposed"]);
    expect(report.notes[0]).to.match(/not independent/);
    expect(report.notes.at(-1)).to.equal("took x as features");
  });

  it("rejects settings, names and counts that cannot be audited", () => {
    const usage: [Partial<AuditInput>, RegExp][] = [
      [{ settings: { maxGap: NaN } }, /limit.*NaN/],
      [{ settings: { maxGap: 5 } }, /limit.*0.05 for 5 %/],
      [{ settings: { minimumSupport: 0 } }, /minimum support/],
      [{ settings: { draws: -1 } }, /draws/],
      [{ settings: { alpha: 1 } }, /alpha/],
      [{ positiveClass: "2" }, /positive class.*found "2"/],
      [{ attributes: [] }, /sensitive attributes/],
      [{ gates: [{ metric: "equalizedOddsDifference", attribute: "sexx", limit: 0.1, rule: "point" }] }, /"sex"/],
    ];
    for (const [rest, message] of usage) expect(() => audit(people, rest)).to.throw(UsageError, message);

    const other = { ...people, classes: ["no", "yes"] };
    const twice = ["sex", "sex"].map((name) => ({ name, outcomes: people }));
    const mixed = ["sex", "age"].map((name, i) => ({ name, outcomes: i === 0 ? people : other }));
    const poisoned = { ...people, counts: people.counts.map((count, i) => (i === 0 ? NaN : count)) };
    expect(() => audit(people, { attributes: twice })).to.throw(InputError, /distinct names/);
    expect(() => audit(people, { attributes: mixed })).to.throw(InputError, /"age".*classes 0, 1.*classes no, yes/);
    expect(() => audit(poisoned)).to.throw(InputError, /NaN/);
  });
});
