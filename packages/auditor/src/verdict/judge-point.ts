import type { Disparity } from "@evenodds/core";
import { checkLimit } from "./check-rules.js";
import { formatBeside } from "./format-beside.js";
import type { Judgement } from "./verdict.js";

/**
 * Judges a measured gap by itself: `violated` where its magnitude is above the limit, `pass` where it is within the limit
 * and no cell was left out, otherwise `inconclusive`. A partial gap is a lower bound, so above the limit it is violated
 * all the same; within the limit the cells that were left out might hide a larger one. An undefined value, NaN
 * included, is inconclusive.
 *
 * The limit is the largest value allowed, compared at full precision. Throws {@link UsageError} for one outside [0, 1].
 */
export function judgePoint(gap: Pick<Disparity, "status" | "value" | "reason">, limit: number): Judgement {
  checkLimit(limit);
  const { status, value, reason } = gap;
  if (value === null || !Number.isFinite(value)) {
    return { verdict: "inconclusive", reason: `the gap is undefined: ${reason ?? "it is not a number"}` };
  }
  const size = Math.abs(value);
  const text = formatBeside(size, limit);
  if (size > limit) return { verdict: "violated", reason: `${text} is above the limit ${limit}` };
  const within = `${text} is within the limit ${limit}`;
  switch (status) {
    case "estimated":
      return { verdict: "pass", reason: within };
    case "partial":
    case "undefined":
      return { verdict: "inconclusive", reason: `${within}, but ${reason ?? "not every cell could be compared"}` };
    default:
      return status satisfies never;
  }
}
