import type { DisparityStatus } from "@evenodds/core";
import { formatBeside } from "./format-beside.js";
import type { Judgement } from "./verdict.js";

/**
 * Judges the size of a gap in any unit by a limit that was checked before: see `judgePoint`. An undefined gap, NaN
 * included, is inconclusive, and so is a partial one within the limit.
 */
export function judgeAgainst(
  gap: { readonly status: DisparityStatus; readonly value: number | null; readonly reason: string | null },
  limit: number,
): Judgement {
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
