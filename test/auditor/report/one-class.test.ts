import { auditOutcomes, gatedMetrics, type AuditInput, type RuleKind } from "@evenodds/auditor";
import type { OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import fc from "fast-check";
import { countsOf } from "../../support/audit-reports.js";
import { anyOutcomes } from "../../support/outcomes.js";

const gates = (limit: number, metrics: readonly (typeof gatedMetrics)[number][] = gatedMetrics) =>
  (["point", "evidence"] as const).flatMap((rule: RuleKind) =>
    metrics.map((metric) => ({ metric, attribute: "group", limit, rule })),
  );

const audit = (outcomes: OutcomeCounts, { limit = 0.1, ...rest }: Partial<AuditInput> & { limit?: number } = {}) =>
  auditOutcomes({
    version: "1.2.3",
    attributes: [{ name: "group", outcomes }],
    settings: { draws: 0 },
    gates: gates(limit),
    positiveClass: "1",
    ...rest,
  });

describe("auditOutcomes where a single true class has rows", () => {
  it("is inconclusive for y = p = 1 on 400 rows, by every metric and both rules", () => {
    for (const classes of [["1"], ["0", "1"]]) {
      const rows = classes.map((label) => classes.map((name) => (label === "1" && name === "1" ? 200 : 0)));
      const report = audit(countsOf(classes, { a: rows, b: rows }), { limit: 1 });
      expect(report.verdict).to.equal("inconclusive");
      for (const { verdict, reason, point, evidence, power } of report.rules) {
        expect([verdict, point.verdict, evidence.verdict]).to.deep.equal(Array(3).fill("inconclusive"));
        expect(reason).to.match(/^only one true class has rows \("1"\), so there is no verdict \(/);
        expect([evidence.pValue, power]).to.deep.equal([null, null]);
      }
      expect(report.attributes[0]!.equalizedOdds.description).to.equal(
        'All compared groups have equal rates. This is a lower bound: only one true class has rows ("1").',
      );
    }
  });

  it("says what it measured where the gap of that class is above the limit", () => {
    // 160 of 200 and 200 of 200.
    const report = audit(
      countsOf(["0", "1"], {
        a: [
          [0, 0],
          [40, 160],
        ],
        b: [
          [0, 0],
          [0, 200],
        ],
      }),
    );
    expect(report.rules[0]).to.deep.include({
      value: 0.2,
      verdict: "inconclusive",
      reason: 'only one true class has rows ("1"), so there is no verdict (0.200 is above the limit 0.1)',
    });
  });

  it("never says pass or violated on any counts of one label, at any limit", () => {
    fc.assert(
      fc.property(
        anyOutcomes({ maxClasses: 3, maxCount: 60 }),
        fc.nat(2),
        fc.constantFrom(0, 0.05, 0.5, 1),
        (all, only, limit) => {
          const width = all.classes.length;
          const counts = all.counts.map((n, i) => (Math.floor(i / width) % width === only % width ? n : 0));
          const report = audit({ ...all, counts }, { limit, positiveClass: all.classes[0]! });
          for (const { verdict, point, evidence } of report.rules) {
            expect([verdict, point.verdict, evidence.verdict]).to.deep.equal(Array(3).fill("inconclusive"));
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it("does not pass on a second class of a few rows either, and violates as before", () => {
    // Label 0 has two rows in each group: equal opportunity of label 1 looks at 100 and 100 others.
    const few = (right: number) =>
      countsOf(["0", "1"], {
        a: [
          [2, 0],
          [0, 100],
        ],
        b: [
          [2, 0],
          [100 - right, right],
        ],
      });
    const equal = audit(few(100), { limit: 0.1 });
    expect(equal.rules.map(({ verdict }) => verdict)).to.deep.equal(Array(8).fill("inconclusive"));
    const opportunity = equal.rules.find(({ metric }) => metric === "equalOpportunityDifference")!;
    expect(opportunity.reason).to.equal(
      'only one true class has at least 5 rows ("1"), so there is no verdict (0.000 is within the limit 0.1)',
    );
    expect(opportunity.power).to.equal(null);
    expect(audit(few(50), { limit: 0.1 }).rules.map(({ verdict }) => verdict)).to.deep.equal(Array(8).fill("violated"));
    expect(audit(few(100), { settings: { draws: 0, minimumSupport: 2 } }).rules[0]!.verdict).to.equal("pass");
  });

  it("is for each attribute by its own rows, and asks nothing of an audit without labels", () => {
    const both = countsOf(["0", "1"], {
      a: [
        [9, 0],
        [0, 9],
      ],
      b: [
        [9, 0],
        [0, 9],
      ],
    });
    const one = countsOf(["0", "1"], {
      a: [
        [0, 0],
        [0, 9],
      ],
      b: [
        [0, 0],
        [0, 9],
      ],
    });
    const report = auditOutcomes({
      version: "1.2.3",
      attributes: [
        { name: "x", outcomes: both },
        { name: "y", outcomes: one },
      ],
      settings: { draws: 0, maxGap: 0.1 },
    });
    expect(report.rules.map(({ verdict }) => verdict)).to.deep.equal(["pass", "inconclusive"]);
    const predictions = {
      groups: ["a", "b"],
      classes: ["0", "1"],
      predicted: Float64Array.of(5, 5, 5, 5),
      excluded: {},
    };
    const unlabelled = auditOutcomes({
      version: "1.2.3",
      attributes: [{ name: "group", predictions }],
      gates: gates(0.1, ["demographicParityDifference"]).slice(0, 1),
    });
    expect(unlabelled.verdict).to.equal("pass");
  });
});
