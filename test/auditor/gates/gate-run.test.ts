import {
  auditOutcomes,
  gateRunVerdict,
  judgeGates,
  ruleFindings,
  type GateFinding,
  type Verdict,
} from "@evenodds/auditor";
import { expect } from "chai";
import { creditReport, regressionReport } from "../../support/audit-reports.js";
import { binaryOutcomes } from "../../support/outcomes.js";

const finding = (verdict: Verdict, blocks = verdict !== "pass") => ({ verdict, blocks }) as GateFinding;
const audit = (findings: readonly GateFinding[], errors: readonly string[] = []) => ({ findings, errors });

describe("gateRunVerdict", () => {
  it("is the worst of what blocks, and an error before all", () => {
    const [pass, violated, inconclusive] = (["pass", "violated", "inconclusive"] as const).map((one) =>
      audit([finding(one)]),
    );
    expect(gateRunVerdict([])).to.equal("nothing");
    expect(gateRunVerdict([pass!])).to.equal("pass");
    expect(gateRunVerdict([pass!, inconclusive!])).to.equal("inconclusive");
    expect(gateRunVerdict([inconclusive!, violated!, pass!])).to.equal("violated");
    expect(gateRunVerdict([violated!, audit([], ["no file"])])).to.equal("error");
    expect(gateRunVerdict([audit([finding("violated", false), finding("inconclusive", false)])])).to.equal("pass");
  });
});

describe("judgeGates", () => {
  it("judges every gate that can be judged, and says of the others what they are called", () => {
    const outcomes = binaryOutcomes({ F: { tn: 5, fp: 5, fn: 0, tp: 9 }, M: { tn: 9, fp: 0, fn: 0, tp: 9 } });
    const report = auditOutcomes({ attributes: [{ name: "sex", outcomes }], version: "1", settings: { draws: 0 } });
    const gates = [
      { metric: "accuracy", floor: 0.9 },
      { metric: "auc", floor: 0.9 },
      { metric: "equalizedOddsDifference", limit: 0.6 },
    ] as const;
    const { findings, errors } = judgeGates(report, gates, { nameGate: (i) => `gate ${i}` });
    expect(findings.map(({ verdict }) => verdict)).to.deep.equal(["violated", "pass"]);
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(/^gate 1: metric: expected auc in the report/);
  });
});

describe("ruleFindings", () => {
  it("are the gates that an audit judged itself, of classes and of numbers", () => {
    const [found] = ruleFindings(creditReport());
    expect(found).to.include({ metric: "equalizedOddsDifference", attribute: "gender", threshold: 0.1, blocks: true });
    expect(found!.detail).to.include("75 of 120");
    const [ofNumbers] = ruleFindings(regressionReport({ limit: 2 }));
    expect(ofNumbers).to.include({ metric: "meanErrorGap", outcome: "inconclusive" });
    expect(ofNumbers!.detail).to.match(/^Among labels from .*the mean error is .* in group .*: a gap of /);
    expect(ruleFindings(creditReport({ settings: { maxGap: null } }))).to.deep.equal([]);
  });
});
