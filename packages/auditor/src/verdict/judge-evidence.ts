import type { Disparity } from "@evenodds/core";
import type { EvidenceReport } from "../statistics/simultaneous-intervals.js";
import { checkLimit } from "./check-gates.js";
import { formatBeside } from "./format-beside.js";
import type { Judgement } from "./verdict.js";

/**
 * Judges a gap by its simultaneous intervals: `violated` where some pair of groups differs by more than the limit
 * beyond doubt (largest lower bound > limit), `pass` where no pair can differ by more (largest upper bound ≤ limit) and
 * no cell was left out, otherwise `inconclusive`, with a bound of NaN too. Throws {@link UsageError} for a limit
 * outside [0, 1].
 */
export function judgeEvidence(
  measured: { readonly gap: Pick<Disparity, "status" | "reason">; readonly evidence: EvidenceReport },
  limit: number,
): Judgement {
  checkLimit(limit);
  const { gap, evidence } = measured;
  const { lower, upper } = evidence;
  if (lower === null || upper === null) {
    return { verdict: "inconclusive", reason: `there are no intervals: ${evidence.reason ?? "nothing was compared"}` };
  }
  // NaN is neither above nor within a limit, and one bound alone must not decide.
  if (Number.isNaN(lower) || Number.isNaN(upper)) {
    return { verdict: "inconclusive", reason: "a bound of the intervals is not a number" };
  }
  const [low, high] = [formatBeside(lower, limit), formatBeside(upper, limit)];
  if (lower > limit) {
    return { verdict: "violated", reason: `some pair of groups differs by at least ${low}, above the limit ${limit}` };
  }
  if (upper > limit) {
    return {
      verdict: "inconclusive",
      reason: `the largest difference may lie anywhere from ${low} to ${high}, and the limit ${limit} is among them`,
    };
  }
  const within = `no compared pair of groups differs by more than ${high}, within the limit ${limit}`;
  if (gap.status === "estimated") return { verdict: "pass", reason: within };
  return { verdict: "inconclusive", reason: `${within}, but ${gap.reason ?? "not every cell could be compared"}` };
}
