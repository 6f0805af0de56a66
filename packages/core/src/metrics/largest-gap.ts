import type { Comparison, GroupFraction } from "./comparison.js";
import type { Disparity, GroupRate, LeftOutCell, WorstPair } from "./disparity.js";
import { cellStatus, checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/** Options of every gap. */
export interface GapOptions {
  /** Fewest rows of a cell for its rates to be compared; 5 by default. */
  readonly minimumSupport?: number | undefined;
}

/**
 * Returns the largest difference of a rate between two groups: `max over comparisons of (max_a k/n − min_a k/n)`, over
 * the groups with n ≥ minimum support. A comparison with fewer than two such groups gives nothing; where none has two,
 * the value is undefined. Of equal gaps the first counts.
 *
 * The difference is taken over the common denominator, `(k₁n₂ − k₂n₁) / (n₁n₂)`. For whole counts with `n₁n₂ < 2^53` it
 * is therefore the correctly rounded value of the true fraction: exactly the same whether `k` or `n − k` is counted,
 * and equal to a decimal limit such as 0.1 where the fraction is.
 *
 * Throws {@link UsageError} for a minimum support below 1.
 */
export function largestGap(comparisons: readonly Comparison[], options: GapOptions = {}): Disparity {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  let value = -1;
  let worst: WorstPair | null = null;
  for (const { label, prediction, fractions } of comparisons) {
    const extremes = extremeGroups(fractions, minimumSupport);
    if (extremes === null) continue;
    const gap = gapOf(extremes.highest, extremes.lowest);
    if (gap > value) {
      value = gap;
      worst = { label, prediction, ...extremes };
    }
  }
  return disparity({ value: worst === null ? null : value, worst, comparisons, minimumSupport });
}

/** Returns `a.k/a.n − b.k/b.n` over the common denominator. Both n must be positive. */
export function gapOf(a: Omit<GroupFraction, "group">, b: Omit<GroupFraction, "group">): number {
  return (a.k * b.n - b.k * a.n) / (a.n * b.n);
}

/** Returns the groups with the highest and the lowest rate among those with enough rows, or null if fewer than two. */
export function extremeGroups(
  fractions: readonly GroupFraction[],
  minimumSupport: number,
): { highest: GroupRate; lowest: GroupRate } | null {
  const rates = fractions
    .filter(({ n }) => cellStatus(n, minimumSupport) === "ok")
    .map(({ group, k, n }) => ({ group, k, n, rate: k / n }));
  if (rates.length < 2) return null;
  // Equal rates must still name two different groups: the first is the highest, the last the lowest.
  const highest = rates.reduce((best, other) => (other.rate > best.rate ? other : best));
  const lowest = rates.reduce((best, other) => (other.rate <= best.rate ? other : best));
  return { highest, lowest };
}

/** Puts a value together with the cells that took no part in it, and with the status that follows from them. */
export function disparity(parts: {
  readonly value: number | null;
  readonly worst: WorstPair | null;
  readonly comparisons: readonly Comparison[];
  readonly minimumSupport: number;
}): Disparity {
  const { value, worst, comparisons, minimumSupport } = parts;
  const { cells, leftOut } = leftOutCells(comparisons, minimumSupport);
  const rows = minimumSupport === 1 ? "a row" : `at least ${minimumSupport} rows`;
  if (value === null) {
    const nobody = comparisons.some(({ label }) => label !== null)
      ? "no label has two groups"
      : "there are no two groups";
    const reason = `no comparison is possible: ${nobody} with ${rows}`;
    return { status: "undefined", value, reason, worst: null, leftOut };
  }
  if (leftOut.length === 0) return { status: "estimated", value, reason: null, worst, leftOut };
  const reason = `${leftOut.length} of ${cells} cells do not have ${rows} and were left out`;
  return { status: "partial", value, reason, worst, leftOut };
}

/** Lists the cells below the minimum support. Comparisons of one label share their cells, which count once. */
function leftOutCells(comparisons: readonly Comparison[], minimumSupport: number) {
  const leftOut: LeftOutCell[] = [];
  const seen = new Set<string | null>();
  let cells = 0;
  for (const { label, fractions } of comparisons) {
    if (seen.has(label)) continue;
    seen.add(label);
    cells += fractions.length;
    for (const { group, n } of fractions) {
      const status = cellStatus(n, minimumSupport);
      if (status !== "ok") leftOut.push({ group, label, n, status });
    }
  }
  return { cells, leftOut };
}
