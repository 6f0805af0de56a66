import type { GateFinding, GateRun } from "@evenodds/auditor";

/** A violated gate on the equalized odds difference of `sex`, 0.4 above a limit of 0.1. */
export const violatedGate: GateFinding = {
  ...{ metric: "equalizedOddsDifference", attribute: "sex", subgroup: null, class: null },
  ...{ bound: "limit", threshold: 0.1, rule: "point", minimumSupport: 5, severity: "error", onInconclusive: "fail" },
  ...{ value: 0.4, lower: null, upper: null, verdict: "violated", reason: "0.400 is above the limit 0.1" },
  ...{ detail: 'Prediction "1": 0.900 (9 of 10) in group "M"', waiver: null, outcome: "violated", blocks: true },
};

/** A run of one audit called `credit` with these findings. */
export function gateRunOf(findings: readonly GateFinding[], parts: Partial<GateRun> = {}): GateRun {
  const audit = {
    name: "credit",
    file: "models/credit.onnx",
    subject: "credit.onnx on nba",
    report: "credit/report.html",
  };
  return {
    ...{ schemaVersion: 1, tool: { name: "evenodds", version: "1.2.3" }, file: "evenodds.yaml", today: "2027-01-01" },
    ...{ verdict: "violated", notRun: ["other"] },
    audits: [{ ...audit, findings, errors: [] }],
    ...parts,
  };
}
