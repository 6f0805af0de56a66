import type { OnInconclusive, RunVerdict, Verdict } from "./verdict.js";

/**
 * Returns the worst of the verdicts (`violated` before `inconclusive` before `pass`), or `no-gate` where there is none.
 */
export function worstVerdict(verdicts: readonly Verdict[]): RunVerdict {
  const order = ["violated", "inconclusive", "pass"] as const;
  return order.find((verdict) => verdicts.includes(verdict)) ?? "no-gate";
}

/** Whether a run with this verdict must stop a pipeline: always for `violated`, for `inconclusive` unless softened. */
export function isBlocking(verdict: RunVerdict, onInconclusive: OnInconclusive): boolean {
  return verdict === "violated" || (verdict === "inconclusive" && onInconclusive === "fail");
}
