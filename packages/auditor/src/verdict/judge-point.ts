import type { Disparity } from "@evenodds/core";
import { checkLimit } from "./check-gates.js";
import { judgeAgainst } from "./judge-against.js";
import type { Judgement } from "./verdict.js";

/**
 * Judges a measured gap by itself: `violated` where its magnitude is above the limit, `pass` where it is within the
 * limit and no cell was left out, otherwise `inconclusive`. A partial gap is a lower bound, so above the limit it is
 * violated all the same; within the limit the cells that were left out might hide a larger one. An undefined value, NaN
 * included, is inconclusive.
 *
 * The limit is the largest value allowed, compared at full precision. Throws {@link UsageError} for one outside [0, 1].
 */
export function judgePoint(gap: Pick<Disparity, "status" | "value" | "reason">, limit: number): Judgement {
  checkLimit(limit);
  return judgeAgainst(gap, limit);
}
