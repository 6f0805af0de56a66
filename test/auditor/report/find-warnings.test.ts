import { auditOutcomes, type AuditInput, type AuditReport } from "@evenodds/auditor";
import { emptyCounts, type OutcomeCounts } from "@evenodds/core";
import { expect } from "chai";
import { binaryOutcomes, outcomesOf } from "../../support/outcomes.js";

function audit(outcomes: OutcomeCounts, rest: Partial<AuditInput> = {}): AuditReport {
  const settings = { draws: 50, ...rest.settings };
  return auditOutcomes({ version: "1.2.3", attributes: [{ name: "sex", outcomes }], ...rest, settings });
}

const codesOf = (report: AuditReport) => report.warnings.map(({ code }) => code);

describe("findWarnings", () => {
  it("explains a handful of rows instead of failing (sagemaker-python-sdk#3260)", () => {
    const report = audit(outcomesOf({ y: "1,0,1", predicted: "1,1,0", s: "a,a,b" }), { settings: { maxGap: 0.1 } });
    expect(report.verdict).to.equal("inconclusive");
    expect(report.rules[0]!.reason).to.match(/no label has two groups with at least 5 rows/);
    expect(codesOf(report)).to.include.members(["small-cells", "empty-cells"]);
    expect(report.warnings.find(({ code }) => code === "small-cells")!.message).to.include(
      'label "1" in group "b" (n = 1)',
    );
  });

  it("is inconclusive where no row is left (Aequitas, deepchecks)", () => {
    const report = audit(emptyCounts(["a", "b"], ["0", "1"]), { settings: { maxGap: 1 } });
    expect(report.verdict).to.equal("inconclusive");
    expect(codesOf(report)).to.deep.equal(["no-rows"]);
    expect(report.attributes[0]!.performance.accuracy).to.equal(null);
  });

  it("warns of a constant prediction, one group and training nodes without changing values", () => {
    const constant = binaryOutcomes({ f: { tn: 9, fp: 0, fn: 9, tp: 0 }, m: { tn: 9, fp: 0, fn: 9, tp: 0 } });
    const report = audit(constant, { trainingNodes: 3, settings: { maxGap: 0.1 } });
    expect(codesOf(report)).to.deep.equal(["training-nodes", "constant-prediction"]);
    expect(report.attributes[0]!.equalizedOdds.value).to.equal(0);
    expect(report.attributes[0]!.equalizedOddsRatio.value).to.equal(null);
    expect(report.verdict).to.equal("pass");

    const single = binaryOutcomes({ f: { tn: 9, fp: 1, fn: 1, tp: 9 } });
    const alone = audit(single, { settings: { maxGap: 1 } });
    expect(codesOf(alone)).to.deep.equal(["one-group"]);
    expect(alone.verdict).to.equal("inconclusive");
  });

  it("finds nothing to warn of in an ordinary audit", () => {
    const cells = { tn: 9, fp: 1, fn: 1, tp: 9 };
    expect(codesOf(audit(binaryOutcomes({ f: cells, m: cells }), { trainingNodes: 0 }))).to.deep.equal([]);
  });

  it("names at most six cells and counts the rest", () => {
    const few = { tn: 1, fp: 0, fn: 0, tp: 1 };
    const report = audit(binaryOutcomes({ a: few, b: few, c: few, d: few }));
    expect(report.warnings.map(({ message }) => message)).to.deep.equal([
      'attribute "sex": 8 of 8 cells have fewer than 5 rows and were left out: label "0" in group "a" (n = 1), ' +
        'label "0" in group "b" (n = 1), label "0" in group "c" (n = 1), label "0" in group "d" (n = 1), ' +
        'label "1" in group "a" (n = 1), label "1" in group "b" (n = 1) and 2 more',
    ]);
  });
});
