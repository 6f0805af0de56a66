/** Every verdict of a rule, the worst first. */
export const verdicts = ["violated", "inconclusive", "pass"] as const;

/** What a rule says about one metric. `inconclusive` is never a pass: the data do not allow an answer. */
export type Verdict = (typeof verdicts)[number];

/** What a run says: the worst of its rules, or that no rule was configured. */
export type RunVerdict = Verdict | "no-gate";

/** `point` compares the measured value with the limit, `evidence` the simultaneous intervals around it. */
export const ruleKinds = ["point", "evidence"] as const;
export type RuleKind = (typeof ruleKinds)[number];

/** What to do about an inconclusive run. */
export const inconclusivePolicies = ["fail", "warn", "pass"] as const;
export type OnInconclusive = (typeof inconclusivePolicies)[number];

/**
 * Metrics that a rule can limit. All are maxima, so a value over fewer cells is a lower bound and a partial value above
 * the limit still violates it; averages and ratios have no such order and cannot be limited.
 */
export const gatedMetrics = [
  "equalizedOddsDifference",
  "equalOpportunityDifference",
  "diagonalRecallGap",
  "demographicParityDifference",
] as const;
export type GatedMetric = (typeof gatedMetrics)[number];

/** One limit on one metric of one attribute. */
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
