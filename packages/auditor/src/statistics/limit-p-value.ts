import { defaultMinimumSupport, type Comparison } from "@evenodds/core";
import { comparedPairs, evidenceBounds } from "./evidence-bounds.js";
import { normalQuantile } from "./normal-quantile.js";

/** Smallest p-value that is told apart from 0. */
const smallest = 1e-12;

/**
 * Returns the p-value of "no pair of groups differs by more than `limit`": the smallest alpha at which the simultaneous
 * intervals still put some pair beyond the limit, so that `p < alpha` exactly where the evidence rule says `violated`
 * at that alpha. 1 where no alpha does; never below 1e-12. Null where nothing can be compared or counts are not whole
 * (unless they are effective sizes, as for `simultaneousIntervals`).
 */
export function limitPValue(
  comparisons: readonly Comparison[],
  options: {
    readonly limit: number;
    readonly minimumSupport?: number | undefined;
    readonly effectiveSizes?: boolean | undefined;
  },
): number | null {
  const { limit, minimumSupport = defaultMinimumSupport, effectiveSizes = false } = options;
  const pairs = comparedPairs(comparisons, minimumSupport);
  const whole = pairs.every(({ high, low }) => [high.k, high.n, low.k, low.n].every(Number.isInteger));
  if (pairs.length === 0 || (!effectiveSizes && !whole)) return null;
  // Only pairs that measure more than the limit can have a lower bound above it.
  const beyond = pairs.filter(({ high, low }) => high.k / high.n - low.k / low.n > limit);
  if (beyond.length === 0) return 1;
  const violates = (p: number) => evidenceBounds(beyond, { z: -normalQuantile(p / (2 * pairs.length)) }).lower > limit;
  let low = Math.log(smallest);
  if (violates(smallest)) return smallest;
  let high = 0;
  if (!violates(1 - Number.EPSILON)) return 1;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (violates(Math.exp(middle))) high = middle;
    else low = middle;
  }
  return Math.min(1, Math.exp(high));
}
