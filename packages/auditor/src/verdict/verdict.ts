/** Every verdict on a gate, the worst first. */
export const verdicts = ["violated", "inconclusive", "pass"] as const;

/** What an audit says of one gate. `inconclusive` is never a pass: the data do not allow an answer. */
export type Verdict = (typeof verdicts)[number];

/** What a run says: the worst of its gates, or that no gate was configured. */
export type RunVerdict = Verdict | "no-gate";

/**
 * Rules by which a gate is judged: `point` compares the measured value with the limit, `evidence` the simultaneous
 * intervals around it.
 */
export const ruleKinds = ["point", "evidence"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** What to do about an inconclusive run. */
export const inconclusivePolicies = ["fail", "warn", "pass"] as const;
export type OnInconclusive = (typeof inconclusivePolicies)[number];

/**
 * Metrics that a gate can limit. All are maxima, so a value over fewer cells is a lower bound and a partial value above
 * the limit still violates it; averages and ratios have no such order and cannot be limited.
 */
export const gatedMetrics = [
  "equalizedOddsDifference",
  "equalOpportunityDifference",
  "diagonalRecallGap",
  "demographicParityDifference",
] as const;
export type GatedMetric = (typeof gatedMetrics)[number];

/** What an audit is held to: a limit on one metric of one attribute, and the rule by which it is judged. */
export interface Gate {
  readonly metric: GatedMetric;
  readonly attribute: string;
  /** Largest value still allowed, in [0, 1]. */
  readonly limit: number;
  readonly rule: RuleKind;
}

/** A verdict with the sentence that explains it. */
export interface Judgement {
  readonly verdict: Verdict;
  readonly reason: string;
}
