import type { Disparity } from "@evenodds/core";
import type { EvidenceReport } from "../statistics/simultaneous-intervals.js";
import { judgeEvidence } from "./judge-evidence.js";
import { judgePoint } from "./judge-point.js";
import type { Judgement, RuleKind } from "./verdict.js";

/** What is known about a metric when a rule judges it. */
export interface Measured {
  readonly gap: Pick<Disparity, "status" | "value" | "reason">;
  readonly evidence: EvidenceReport;
}

/** How one rule judges. */
export interface RuleDefinition {
  /** The judgement by a limit in [0, 1], whatever the true classes of the rows allow, see `holdBack`. */
  readonly judge: (measured: Measured, limit: number) => Judgement;
  /** Whether it compares bounds with the limit, which then stand beside the verdict. */
  readonly comparesBounds: boolean;
}

/** How every rule judges. There is no other one, and none stands in for another. */
export const ruleDefinitions: Readonly<Record<RuleKind, RuleDefinition>> = {
  point: { judge: ({ gap }, limit) => judgePoint(gap, limit), comparesBounds: false },
  evidence: { judge: judgeEvidence, comparesBounds: true },
};
