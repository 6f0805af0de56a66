import { comparisonTable, defaultMinimumSupport, largestGap, type Comparisons } from "@evenodds/core";
import { checkLimit } from "../verdict/check-gates.js";
import { normalQuantile } from "./normal-quantile.js";
import { pairSearch } from "./pair-search.js";
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

/** Far more than rounding errors of a bound, and far less than anybody sees. */
const nextToLimit = 1e-9;

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
  comparisons: Comparisons,
  options: {
    readonly limit: number;
    readonly alpha?: number | undefined;
    readonly minimumSupport?: number | undefined;
  },
): PowerReport {
  const { limit, alpha = defaultAlpha, minimumSupport = defaultMinimumSupport } = options;
  checkLimit(limit);
  checkAlpha(alpha);
  const table = comparisonTable(comparisons);
  const { value, status, reason } = largestGap(table, { minimumSupport });
  const search = pairSearch(table, { minimumSupport });
  const { pairs, smallestCell } = search;
  if (value === null || pairs === 0) return never(reason ?? "nothing can be compared", null);
  if (value === limit) return never("the gap equals the limit", smallestCell);
  const verdict = value > limit ? "violated" : "pass";
  if (verdict === "pass" && status === "partial") return never(reason ?? "some cells were left out", smallestCell);

  const z = normalQuantile(1 - alpha / (2 * pairs));
  // Intervals only get narrower as cells grow: comparisons within the limit stay so, and with smaller cells none gets
  // beyond it. A rounding error must not drop one, so those next to the limit are kept.
  let among = verdict === "violated" ? search.beyond({ z: 1e-12 }, "lower", limit - nextToLimit) : undefined;
  const decides = (factor: number) => {
    const side = verdict === "violated" ? "lower" : "upper";
    const near = search.beyond({ z, factor }, side, limit - nextToLimit, among);
    const { lower, upper } = search.bounds({ z, factor }, {}, near);
    const decided = verdict === "violated" ? lower > limit : Math.min(1, upper) <= limit;
    if (decided === (verdict === "violated")) among = near;
    return decided;
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
