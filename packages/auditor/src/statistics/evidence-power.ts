import { defaultMinimumSupport, largestGap, type Comparison } from "@evenodds/core";
import { checkLimit } from "../verdict/check-gates.js";
import { comparedPairs, evidenceBounds } from "./evidence-bounds.js";
import { normalQuantile } from "./normal-quantile.js";
import { defaultAlpha } from "./defaults.js";
import { checkAlpha } from "./simultaneous-intervals.js";

/** How much larger the compared cells would have to be for the evidence rule to decide. */
export interface PowerReport {
  /** Common factor of all compared cells, above 1; 1 where it decides already; null where no size would do. */
  readonly factor: number | null;
  /** Rows of the smallest compared cell now. */
  readonly smallestCell: number | null;
  /** Rows that this cell would need, rounded up. */
  readonly smallestCellNeeded: number | null;
  /** What would then be said; null where nothing would. */
  readonly verdict: "pass" | "violated" | null;
  /** Why `factor` is null. */
  readonly reason: string | null;
}

/** Beyond a million million times the rows nobody is helped by a number. */
const largestFactor = 2 ** 40;

/**
 * Returns the smallest common factor by which the compared cells would have to grow, their rates unchanged, for the
 * evidence rule to decide about `limit`: until the largest lower bound is above it, or the largest upper bound within
 * it. Found by bisection, to about 1e-6 of itself; intervals only get narrower as cells grow. It is a plan, not a
 * promise: more rows will also move the rates.
 *
 * `factor` is null where the gap equals the limit (the intervals never leave it), where cells were left out and the gap
 * is within the limit (the rule waits for those cells, not for larger ones), and where nothing can be compared.
 *
 * Throws {@link UsageError} for a limit outside [0, 1] or alpha outside (0, 1).
 */
export function evidencePower(
  comparisons: readonly Comparison[],
  options: {
    readonly limit: number;
    readonly alpha?: number | undefined;
    readonly minimumSupport?: number | undefined;
  },
): PowerReport {
  const { limit, alpha = defaultAlpha, minimumSupport = defaultMinimumSupport } = options;
  checkLimit(limit);
  checkAlpha(alpha);
  const { value, status, reason } = largestGap(comparisons, { minimumSupport });
  const pairs = comparedPairs(comparisons, minimumSupport);
  if (value === null || pairs.length === 0) return never(reason ?? "nothing can be compared", null);
  const smallestCell = pairs.reduce((least, { high, low }) => Math.min(least, high.n, low.n), Infinity);
  if (value === limit) return never("the gap equals the limit", smallestCell);
  const verdict = value > limit ? "violated" : "pass";
  if (verdict === "pass" && status === "partial") return never(reason ?? "some cells were left out", smallestCell);

  const z = normalQuantile(1 - alpha / (2 * pairs.length));
  const decides = (factor: number) => {
    const { lower, upper } = evidenceBounds(pairs, { z, factor });
    return verdict === "violated" ? lower > limit : upper <= limit;
  };
  let high = 1;
  while (!decides(high)) {
    high *= 2;
    if (high > largestFactor) return never("the gap is too close to the limit", smallestCell);
  }
  let low = high === 1 ? 1 : high / 2;
  while (high - low > 1e-6 * high) {
    const middle = (low + high) / 2;
    if (decides(middle)) high = middle;
    else low = middle;
  }
  return { factor: high, smallestCell, smallestCellNeeded: Math.ceil(smallestCell * high), verdict, reason: null };
}

function never(reason: string, smallestCell: number | null): PowerReport {
  return { factor: null, smallestCell, smallestCellNeeded: null, verdict: null, reason };
}
