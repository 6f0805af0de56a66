import {
  auditOutcomes,
  auditRegression,
  judgeGate,
  newcombeInterval,
  normalQuantile,
  reportMetrics,
  wilsonInterval,
  type AuditInput,
  type AuditReport,
  type GateFinding,
  type RegressionReport,
  type ReportGate,
} from "@evenodds/auditor";
import { countWeighted, UsageError } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { fullReport, regressionReport, reportOf } from "../../support/audit-reports.js";
import { anyOutcomes, binaryOutcomes, type BinaryCells } from "../../support/outcomes.js";

/** Women: 90/100 of label 0 and 80/100 of label 1 are right; men: 180/200 and 180/200. */
const people = { F: { tn: 90, fp: 10, fn: 20, tp: 80 }, M: { tn: 180, fp: 20, fn: 20, tp: 180 } };

function reportFor(groups: Readonly<Record<string, BinaryCells>> = people, input: Partial<AuditInput> = {}) {
  const outcomes = binaryOutcomes(groups);
  const settings = { draws: 0, ...input.settings };
  return reportOf(outcomes, { attributes: [{ name: "sex", outcomes }], ...input, settings });
}

function only(report: AuditReport, gate: ReportGate, today?: string): GateFinding {
  const findings = judgeGate(report, gate, { today });
  expect(findings).to.have.length(1);
  return findings[0]!;
}

function refusal(report: AuditReport | RegressionReport, gate: ReportGate): string {
  try {
    judgeGate(report, gate);
  } catch (error) {
    expect(error).to.be.instanceOf(UsageError);
    return (error as UsageError).message;
  }
  throw new Error("expected a refusal, but the gate was judged");
}

describe("judgeGate", () => {
  it("lets a value exactly at its limit or floor pass, and not the next number beyond", () => {
    // 180/200 − 80/100 is 0.1 in decimals; as numbers 0.9 − 0.8 would be 0.09999999999999998.
    const report = reportFor();
    const atLimit = only(report, { metric: "equalizedOddsDifference", limit: 0.1 });
    expect(atLimit).to.include({ value: 0.1, verdict: "pass", outcome: "pass", blocks: false });
    expect(only(report, { metric: "equalizedOddsDifference", limit: 0.1 - 1e-16 }).verdict).to.equal("violated");
    expect(only(report, { metric: "accuracy", floor: 0.85, attribute: "sex" }).verdict).to.equal("pass");
    expect(only(report, { metric: "accuracy", floor: 0.85 + 2e-16, attribute: "sex" }).verdict).to.equal("violated");
    // 8/10 : 9/10 = 8/9.
    expect(only(report, { metric: "equalizedOddsRatio", floor: 0.5 })).to.include({ value: 0.5, verdict: "pass" });
  });

  it("passes nothing about all groups where groups were too small to be counted, nor do the report's own gates", () => {
    const outcomes = { ...binaryOutcomes(people), excluded: { "small-group": 7 } };
    const report = reportOf(outcomes, {
      attributes: [{ name: "sex", outcomes }],
      settings: { draws: 0, maxGap: 0.3 },
    });
    for (const rule of ["point", "evidence"] as const) {
      expect(report.rules[0]![rule]).to.include({ verdict: "inconclusive" });
      const found = only(report, { metric: "equalizedOddsDifference", limit: 0.3, rule });
      expect(found).to.include({ verdict: "inconclusive", blocks: true });
      expect(found.reason).to.match(
        /within the limit 0\.3, but 7 rows of groups of too few rows never left the database$/,
      );
    }
    expect(only(report, { metric: "equalizedOddsDifference", limit: 0.05 }).verdict).to.equal("violated");
    expect(only(report, { metric: "accuracy", floor: 0.5, attribute: "sex" }).verdict).to.equal("inconclusive");
    // This one says nothing about other groups.
    expect(
      only(report, { metric: "accuracy", floor: 0.5, subgroup: [{ attribute: "sex", value: "F" }] }).verdict,
    ).to.equal("pass");
  });

  it("judges 1/10 against 0.1 on counts of any size, from both sides", () => {
    const counts = fc.record({ n: fc.integer({ min: 10, max: 100_000 }), k: fc.nat(100_000) });
    fc.assert(
      fc.property(counts, counts, (a, b) => {
        const groups = [a, b].map(({ k, n }) => ({ tn: n - Math.min(k, n), fp: Math.min(k, n), fn: 0, tp: 50 }));
        const report = reportFor({ a: groups[0]!, b: groups[1]! });
        const { verdict } = only(report, { metric: "falsePositiveRateDifference", class: "1", limit: 0.1 });
        const [p, q] = groups as [BinaryCells, BinaryCells];
        // |fp₁/n₁ − fp₂/n₂| > 1/10 in whole numbers.
        const gap = Math.abs(p.fp * (q.tn + q.fp) - q.fp * (p.tn + p.fp)) * 10;
        expect(verdict).to.equal(gap > (p.tn + p.fp) * (q.tn + q.fp) ? "violated" : "pass");
      }),
    );
  });

  it("judges a mean of gaps at its limit exactly: (0.1 + 0.2) / 2 passes 0.15", () => {
    const groups = { a: { tn: 9, fp: 1, fn: 3, tp: 7 }, b: { tn: 8, fp: 2, fn: 1, tp: 9 } };
    const finding = only(reportFor(groups), { metric: "equalizedOddsMeanDifference", limit: 0.15 });
    expect(finding).to.include({ value: 0.15, verdict: "pass" });
  });

  it("asks of each group, of one, or of all rows that a rate reaches its floor", () => {
    const report = reportFor();
    // F: 170/200 = 0.85, M: 360/400 = 0.9, all: 530/600.
    const each = only(report, { metric: "accuracy", floor: 0.9, attribute: "sex" });
    expect(each).to.include({ value: 0.85, verdict: "violated", attribute: "sex", subgroup: null });
    expect(each.reason).to.equal('"F" has 0.850 (170 of 200), below the floor 0.9');
    const men = only(report, { metric: "accuracy", floor: 0.9, subgroup: [{ attribute: "sex", value: "M" }] });
    expect(men).to.include({ value: 0.9, verdict: "pass", subgroup: "sex=M" });
    const all = only(report, { metric: "accuracy", floor: 0.88 });
    expect(all).to.include({ value: 530 / 600, verdict: "pass", attribute: null });
    expect(only(report, { metric: "falsePositiveRate", class: "1", limit: 0.1, attribute: "sex" }).verdict).to.equal(
      "pass",
    );
  });

  it("takes the named class, else the positive one of the audit", () => {
    const report = reportFor(people, { positiveClass: "1" });
    expect(only(report, { metric: "truePositiveRate", floor: 0.8, attribute: "sex" })).to.include({
      ...{ class: "1", value: 0.8, verdict: "pass" },
    });
    const of0 = only(report, { metric: "truePositiveRate", class: "0", floor: 0.95, attribute: "sex" });
    expect(of0).to.include({ class: "0", value: 0.9, verdict: "violated" });
  });

  it("compares a subgroup with all others together, its attributes in any order", () => {
    const groups = {
      "W × F": { tn: 10, fp: 0, fn: 0, tp: 10 },
      "W × M": { tn: 10, fp: 0, fn: 4, tp: 6 },
      "B × F": { tn: 10, fp: 0, fn: 2, tp: 8 },
      "B × M": { tn: 10, fp: 0, fn: 0, tp: 10 },
    };
    const outcomes = binaryOutcomes(groups);
    const report = reportOf(outcomes, { attributes: [{ name: "race × sex", outcomes }], settings: { draws: 0 } });
    const subgroup = [
      { attribute: "sex", value: "M" },
      { attribute: "race", value: "W" },
    ];
    // 6/10 beside (10 + 8 + 10)/30.
    const finding = only(report, { metric: "equalizedOddsDifference", limit: 0.3, subgroup });
    expect(finding).to.include({ subgroup: "race=W, sex=M", attribute: "race × sex", verdict: "violated" });
    expect(finding.value).to.equal((28 * 10 - 6 * 30) / 300);
    expect(finding.detail).to.equal(
      'Prediction "1", of label "1": 0.933 (28 of 30) in group "all others" and 0.600 (6 of 10) in group "W × M"',
    );
    const turned = only(report, { metric: "accuracyDifference", limit: 1, attribute: "sex * race" });
    expect(turned.attribute).to.equal("race × sex");
  });

  it("cannot decide where cells are small or empty, and says so; what is violated anyway is violated", () => {
    const report = reportFor({ ...people, X: { tn: 3, fp: 0, fn: 0, tp: 0 } });
    const gap = only(report, { metric: "equalizedOddsDifference", limit: 0.1 });
    expect(gap).to.include({ verdict: "inconclusive", blocks: true });
    expect(gap.reason).to.include("2 of 6 cells do not have at least 5 rows");
    expect(only(report, { metric: "equalizedOddsDifference", limit: 0.05 }).verdict).to.equal("violated");
    const each = only(report, { metric: "accuracy", floor: 0.8, attribute: "sex" });
    expect(each.reason).to.equal(
      '"F" has 0.850 (170 of 200), within the floor 0.8, but "X" does not have 5 rows to judge by',
    );
    expect(each.verdict).to.equal("inconclusive");
    const supported = only(report, { metric: "accuracy", floor: 0.8, attribute: "sex", minimumSupport: 3 });
    expect(supported.verdict).to.equal("pass");
    // A mean over fewer labels is no bound of the mean over all.
    const mean = only(report, { metric: "equalizedOddsMeanDifference", limit: 0.01 });
    expect(mean.verdict).to.equal("inconclusive");
    expect(mean.reason).to.include("a mean over fewer is no bound");
    // 0/0 is no number.
    const none = only(report, {
      metric: "truePositiveRate",
      class: "1",
      floor: 0,
      subgroup: [{ attribute: "sex", value: "X" }],
    });
    expect(none).to.include({ value: null, verdict: "inconclusive" });
  });

  it("judges by Wilson's intervals at level 1 − alpha/m where the evidence is to decide", () => {
    const report = reportFor();
    const gate = { metric: "accuracy", attribute: "sex", rule: "evidence" } as const;
    const z = normalQuantile(1 - 0.05 / 4);
    const [f, m] = [wilsonInterval({ k: 170, n: 200 }, z)!, wilsonInterval({ k: 360, n: 400 }, z)!];
    const passing = only(report, { ...gate, floor: 0.78 });
    expect(passing).to.include({
      verdict: "pass",
      lower: Math.min(f.lower, m.lower),
      upper: Math.min(f.upper, m.upper),
    });
    expect(only(report, { ...gate, floor: 0.85 }).verdict).to.equal("inconclusive");
    expect(only(report, { ...gate, floor: 0.89 }).verdict).to.equal("inconclusive");
    const violated = only(report, { ...gate, floor: 0.91 });
    expect(violated.verdict).to.equal("violated");
    expect(violated.reason).to.match(/^"F" has at most 0\.89\d, below the floor 0\.91$/);
    const limit = only(report, {
      metric: "falsePositiveRate",
      class: "1",
      attribute: "sex",
      rule: "evidence",
      limit: 0.3,
    });
    expect(limit.verdict).to.equal("pass");
  });

  it("judges differences by Newcombe's intervals, as an audit does", () => {
    const report = reportFor();
    const finding = only(report, { metric: "accuracyDifference", limit: 0.2, rule: "evidence" });
    const z = normalQuantile(1 - 0.05 / 2);
    const interval = newcombeInterval({ first: { k: 360, n: 400 }, second: { k: 170, n: 200 } }, z)!;
    expect(finding).to.include({ verdict: "pass", upper: interval.upper, lower: Math.max(0, interval.lower) });
  });

  it("agrees with the gates that an audit judges itself, under both rules, weighted and clustered rows too", () => {
    const compare = (report: AuditReport) => {
      for (const { metric, attribute, limit, rule, value, verdict, reason, ...bounds } of report.rules) {
        const finding = only(report, { metric, attribute, limit, rule });
        expect(finding).to.include({ value, verdict, reason });
        for (const bound of ["lower", "upper"] as const) {
          const expected = bounds[bound];
          // Effective sizes are read back from the report, and lose their last digit.
          if (expected === null) expect(finding[bound]).to.equal(null);
          else expect(finding[bound]).to.be.closeTo(expected, 1e-14);
        }
      }
    };
    // The age of its rows is weighted, and the other attribute has clusters.
    const clustered = fullReport(["women", "men"]);
    expect(clustered.rules).to.have.length(2);
    compare(clustered);
    fc.assert(
      fc.property(
        anyOutcomes(),
        fc.constantFrom("point", "evidence"),
        fc.constantFrom(0, 0.1, 0.4),
        (counts, rule, limit) => {
          const gates = (["equalizedOddsDifference", "diagonalRecallGap", "demographicParityDifference"] as const).map(
            (metric) => ({ metric, attribute: "group", limit, rule }) as const,
          );
          const equalOpportunity = { metric: "equalOpportunityDifference", attribute: "group", limit, rule } as const;
          const settings = { draws: 0 };
          compare(reportOf(counts, { settings, gates: [...gates, equalOpportunity], positiveClass: "c0" }));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("measures what the report says of every metric, by the same counts", () => {
    fc.assert(
      fc.property(anyOutcomes(), (counts) => {
        const report = reportOf(counts, { settings: { draws: 0 }, positiveClass: "c1" });
        const attribute = report.attributes[0]!;
        const value = (gate: Omit<ReportGate, "limit" | "floor">, bound: "limit" | "floor" = "limit") =>
          only(report, { ...gate, [bound]: 0.5 }).value;
        const rest = attribute.oneVsRest[1]!;
        const parity = attribute.predictiveParity[1]!;
        expect(value({ metric: "accuracyDifference" })).to.equal(attribute.accuracyDifference.value);
        expect(value({ metric: "truePositiveRateDifference" })).to.equal(rest.truePositiveRate.value);
        expect(value({ metric: "falsePositiveRateDifference" })).to.equal(rest.falsePositiveRate.value);
        expect(value({ metric: "positivePredictiveValueDifference" })).to.equal(parity.positivePredictiveValue.value);
        expect(value({ metric: "negativePredictiveValueDifference" })).to.equal(parity.negativePredictiveValue.value);
        expect(value({ metric: "equalizedOddsRatio" }, "floor")).to.equal(attribute.equalizedOddsRatio.value);
        expect(value({ metric: "demographicParityRatio" }, "floor")).to.equal(attribute.demographicParityRatio.value);
        const mean = value({ metric: "equalizedOddsMeanDifference" });
        const ofCore = attribute.equalizedOddsMeanDifference.value;
        if (mean === null || ofCore === null) expect(mean).to.equal(ofCore);
        else expect(mean).to.be.closeTo(ofCore, 1e-15);
        const { accuracy, balancedAccuracy, f1 } = attribute.performance;
        const close = (metric: ReportGate["metric"], expected: number | null) => {
          const found = only(report, { metric, floor: 0.5, minimumSupport: 1 }).value;
          // A class without rows leaves no value to judge by.
          if (found !== null) expect(found).to.be.closeTo(expected!, 1e-15);
        };
        close("accuracy", accuracy);
        close("balancedAccuracy", balancedAccuracy);
        close("f1Macro", f1.macro);
        close("f1Weighted", f1.weighted);
      }),
      { numRuns: 60 },
    );
  });

  it("judges scores and conditions that a report has", () => {
    const report = fullReport(["women", "men"]);
    const attribute = report.attributes[0]!;
    const { scores, conditional, name } = attribute;
    const gate = { attribute: name, limit: 1 };
    expect(only(report, { ...gate, metric: "aucDifference" }).value).to.equal(scores!.auc.gap.value);
    expect(only(report, { ...gate, metric: "conditionalEqualizedOddsDifference" }).value).to.equal(conditional!.value);
    const auc = only(report, { metric: "auc", floor: 0, attribute: name });
    expect(auc.value).to.equal(Math.min(...scores!.auc.byGroup.map((group) => group.value!)));
    const [group] = scores!.brier!.byGroup;
    const subgroup = [{ attribute: name, value: group!.group }];
    expect(only(report, { metric: "brier", limit: 1, subgroup }).value).to.equal(group!.value);
  });

  it("judges a regression by its own metric, in the unit of the label", () => {
    const report = regressionReport({ limit: null, minimumSupport: 1 });
    const [finding] = judgeGate(report, { metric: "meanErrorGap", limit: 1.4 });
    expect(finding).to.include({ value: 1.5, verdict: "violated", attribute: "sex" });
    expect(refusal(report, { metric: "accuracy", floor: 0.5 })).to.include(
      "expected meanErrorGap, the metric of a regression, found accuracy",
    );
  });

  it("lists a waived violation, and counts it again once the waiver has ended", () => {
    const gate: ReportGate = {
      ...{ metric: "equalizedOddsDifference", limit: 0.05 },
      waiver: { reason: "known", until: "2027-01-31" },
    };
    const report = reportFor();
    for (const today of ["2026-12-31", "2027-01-31"]) {
      expect(only(report, gate, today)).to.include({ verdict: "violated", outcome: "waived", blocks: false });
    }
    const expired = only(report, gate, "2027-02-01");
    expect(expired).to.include({ outcome: "violated", blocks: true });
    expect(expired.waiver).to.deep.equal({ reason: "known", until: "2027-01-31", isExpired: true });
    expect(refusal(report, gate)).to.include("expected the day on which waivers are judged");
    expect(only(report, { ...gate, limit: 0.2 }, "2027-01-01").outcome).to.equal("pass");
  });

  it("blocks unless severity or policy softens it, and never softens a violation by policy", () => {
    const report = reportFor({ ...people, X: { tn: 1, fp: 0, fn: 0, tp: 0 } });
    const undecided = { metric: "equalizedOddsDifference", limit: 0.1 } as const;
    expect(only(report, undecided).blocks).to.equal(true);
    for (const onInconclusive of ["warn", "pass"] as const) {
      expect(only(report, { ...undecided, onInconclusive }).blocks).to.equal(false);
      expect(only(report, { ...undecided, limit: 0.01, onInconclusive }).blocks).to.equal(true);
    }
    expect(only(report, { ...undecided, limit: 0.01, severity: "warning" })).to.include({
      ...{ blocks: false, outcome: "violated" },
    });
    const softened = reportFor(
      { ...people, X: { tn: 1, fp: 0, fn: 0, tp: 0 } },
      { settings: { onInconclusive: "warn" } },
    );
    expect(only(softened, undecided).blocks).to.equal(false);
  });

  it("cannot decide for a model that gives other predictions when it runs again", () => {
    const outcomes = binaryOutcomes(people);
    const attributes = [{ name: "sex", outcomes }];
    const run = { provider: "cpu", threads: 2, flipped: 1, isReproducible: true, attributes } as const;
    const report = reportFor(people, { stability: { compared: 600, flipped: 1, runs: [run] } });
    const finding = only(report, { metric: "accuracy", floor: 0.5 });
    expect(finding.verdict).to.equal("inconclusive");
    expect(finding.reason).to.match(/, but predictions differ when the model runs again$/);
  });

  it("has no intervals for rates of weighted rows", () => {
    const rows = {
      ...{ groups: ["F", "M"], classes: ["0", "1"] },
      group: Int32Array.of(0, 0, 1, 1),
      label: Int32Array.of(0, 1, 0, 1),
      prediction: Int32Array.of(0, 1, 1, 1),
      weight: Float64Array.of(10, 20, 30, 40),
    };
    const { outcomes, squares, usedRows } = countWeighted(rows);
    const report = auditOutcomes({
      attributes: [{ name: "sex", outcomes, squares, usedRows }],
      version: "1",
      settings: { draws: 0 },
    });
    const finding = only(report, { metric: "accuracy", floor: 0.5, attribute: "sex", rule: "evidence" });
    expect(finding.verdict).to.equal("inconclusive");
    expect(finding.reason).to.include("rows are weighted");
    const point = only(report, { metric: "accuracy", floor: 0.5, attribute: "sex" });
    expect(point).to.include({ value: 40 / 70, verdict: "pass" });
  });

  it("refuses a gate that matches nothing, with near matches", () => {
    const report = reportFor({ ...people, X: { tn: 0, fp: 0, fn: 0, tp: 0 } });
    const gate = { metric: "equalizedOddsDifference", limit: 0.1 } as const;
    expect(refusal(report, { ...gate, attribute: "sexx" })).to.include('found "sexx"; did you mean "sex"?');
    expect(refusal(report, { ...gate, subgroup: [{ attribute: "sex", value: "W" }] })).to.include("a group of sex");
    expect(refusal(report, { ...gate, subgroup: [{ attribute: "sex", value: "X" }] })).to.include("none with sex=X");
    expect(refusal(report, { metric: "auc", floor: 0.5 })).to.include("it needs scores");
    expect(refusal(report, { metric: "conditionalEqualizedOddsDifference", limit: 0.5 })).to.include("‘given’");
    expect(refusal(report, { metric: "truePositiveRate", floor: 0.5 })).to.include(
      "the class that truePositiveRate is about",
    );
    expect(refusal(report, { metric: "truePositiveRate", floor: 0.5, class: "2" })).to.include("one of the classes");
    expect(refusal(report, { metric: "meanErrorGap", limit: 1 })).to.include("it is the metric of a regression");
    const predicted = Float64Array.of(6, 4, 2, 8);
    const predictions = { groups: ["a", "b"], classes: ["n", "y"], predicted, excluded: {} };
    const unlabelled = auditOutcomes({ attributes: [{ name: "g", predictions }], version: "1" });
    expect(refusal(unlabelled, { metric: "accuracy", floor: 0.5 })).to.include("it needs true labels");
    expect(only(unlabelled, { metric: "selectionRate", class: "y", floor: 0.4, attribute: "g" })).to.include({
      ...{ value: 0.4, verdict: "pass" },
    });
  });

  it("refuses a gate that is wrong in itself, whatever the report", () => {
    const report = reportFor();
    const wrong: [ReportGate, string][] = [
      [{ metric: "accuracies" as never, floor: 0.5 }, 'did you mean "accuracy"?'],
      [{ metric: "accuracy" }, "accuracy"],
      [{ metric: "accuracy", floor: 0.5, limit: 0.9 }, "either limit or floor"],
      [{ metric: "accuracyDifference", floor: 0.5 }, "expected a limit for accuracyDifference, found a floor"],
      [{ metric: "equalizedOddsRatio", limit: 0.8 }, "expected a floor for equalizedOddsRatio, found a limit"],
      [{ metric: "accuracy", floor: 80 }, "write 0.8 for 80 %"],
      [{ metric: "accuracy", floor: NaN }, "a number from 0 to 1"],
      [{ metric: "equalizedOddsRatio", floor: 0.8, rule: "evidence" }, "no intervals of this metric"],
      [{ metric: "f1Macro", floor: 0.8, rule: "evidence" }, "no intervals of this metric"],
      [{ metric: "accuracy", floor: 0.5, class: "1" }, "none for accuracy"],
      [{ metric: "accuracy", floor: 0.5, minimumSupport: 0 }, "1 or more"],
      [{ metric: "accuracy", floor: 0.5, attribute: "sex", subgroup: [] }, "either attribute or subgroup"],
      [{ metric: "accuracy", floor: 0.5, subgroup: [] }, "each attribute once"],
      [{ metric: "aucDifference", limit: 0.5, minimumSupport: 9 }, "it is that of the audit"],
      [{ metric: "accuracy", floor: 0.5, severity: "bad" as never }, "one of error, warning"],
      [{ metric: "accuracy", floor: 0.5, waiver: { reason: " ", until: "2027-01-01" } }, "why it is accepted"],
      [{ metric: "accuracy", floor: 0.5, waiver: { reason: "x", until: "2027-02-30" } }, "a day"],
    ];
    for (const [gate, words] of wrong) expect(refusal(report, gate)).to.include(words);
  });

  it("can be about every metric that is listed", () => {
    const full = fullReport(["women", "men"], { positiveClass: "no" });
    const regression = auditRegression({
      attributes: [
        {
          name: "g",
          groups: ["a", "b"],
          group: Int32Array.of(0, 1),
          label: Float64Array.of(1, 1),
          prediction: Float64Array.of(1, 2),
        },
      ],
      version: "1",
      labelBins: { bins: 1 },
      settings: { draws: 0, minimumSupport: 1 },
    });
    for (const metric of reportMetrics) {
      const bound = /Ratio$/.test(metric) ? { floor: 0.5 } : { limit: 0.5 };
      const gate: ReportGate = {
        metric,
        ...bound,
        ...(metric === "meanErrorGap" ? {} : { attribute: full.attributes[0]!.name }),
      };
      const [finding] = judgeGate(metric === "meanErrorGap" ? regression : full, gate);
      expect(finding?.value, metric).to.be.a("number");
    }
  });
});
