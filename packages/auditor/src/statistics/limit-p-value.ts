import { comparisonTable, defaultMinimumSupport, type Comparisons } from "@evenodds/core";
import { normalQuantile } from "./normal-quantile.js";
import { pairSearch } from "./pair-search.js";

/** Smallest p-value that is told apart from 0. */
const smallest = 1e-12;

/**
 * Returns the p-value of "no pair of groups differs by more than `limit`": the smallest alpha at which the simultaneous
 * intervals still put some pair beyond the limit, so that `p < alpha` exactly where the evidence rule says `violated`
 * at that alpha. 1 where no alpha does; never below 1e-12. Null where nothing can be compared or counts are not whole
 * (unless they are effective sizes, as for `simultaneousIntervals`).
 */
export function limitPValue(
  comparisons: Comparisons,
  options: {
    readonly limit: number;
    readonly minimumSupport?: number | undefined;
    readonly effectiveSizes?: boolean | undefined;
  },
): number | null {
  const { limit, minimumSupport = defaultMinimumSupport, effectiveSizes = false } = options;
  // Only pairs that measure more than the limit can have a lower bound above it.
  const search = pairSearch(comparisonTable(comparisons), { minimumSupport, differBy: limit });
  const { pairs, whole } = search;
  if (pairs === 0 || (!effectiveSizes && !whole)) return null;
  const at = (p: number) => ({ z: -normalQuantile(p / (2 * pairs)) });
  // The narrowest intervals: what they do not put beyond the limit, no others do.
  let among = search.beyond(at(1 - Number.EPSILON), "lower", limit);
  if (among.length === 0) return 1;
  const violates = (p: number) => {
    const found = search.beyond(at(p), "lower", limit, among);
    if (found.length === 0) return false;
    among = found;
    return true;
  };
  let low = Math.log(smallest);
  if (violates(smallest)) return smallest;
  let high = 0;
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (violates(Math.exp(middle))) high = middle;
    else low = middle;
  }
  return Math.min(1, Math.exp(high));
}
