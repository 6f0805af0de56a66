import {
  comparisonTable,
  fractionAt,
  supportedGroups,
  type Comparisons,
  type ComparisonTable,
} from "./comparison-table.js";
import type { GroupFraction } from "./comparison.js";
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
export function largestGap(comparisons: Comparisons, options: GapOptions = {}): Disparity {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  const table = comparisonTable(comparisons);
  let value = -1;
  let worst: WorstPair | null = null;
  eachExtremes(table, minimumSupport, (c, high, low) => {
    const gap = gapAt(table, c, high, low);
    if (!(gap > value)) return;
    value = gap;
    worst = pairAt(table, c, high, low);
  });
  return disparity({ value: worst === null ? null : value, worst, comparisons: table, minimumSupport });
}

/** Calls `visit` for every comparison of two or more groups with n ≥ `minimumSupport`, with the two furthest apart. */
export function eachExtremes(
  table: ComparisonTable,
  minimumSupport: number,
  visit: (comparison: number, high: number, low: number) => void,
): void {
  const { predictions, over, cells, counts, first, stride } = table;
  const supported = supportedGroups(table, minimumSupport);
  for (let c = 0; c < predictions.length; c++) {
    const groups = supported[over[c]!]!;
    if (groups.length < 2) continue;
    const { sizes } = cells[over[c]!]!;
    let [high, low] = [groups[0]!, groups[0]!];
    let highest = counts[first[c]! + high * stride]! / sizes[high]!;
    let lowest = highest;
    for (let i = 1; i < groups.length; i++) {
      const g = groups[i]!;
      const rate = counts[first[c]! + g * stride]! / sizes[g]!;
      // Equal rates must still name two different groups: the first is the highest, the last the lowest.
      if (rate > highest) {
        highest = rate;
        high = g;
      }
      if (rate <= lowest) {
        lowest = rate;
        low = g;
      }
    }
    visit(c, high, low);
  }
}

/** Returns the difference between the rates of two groups in a comparison; all are indices. */
export function gapAt(
  { over, cells, counts, first, stride }: ComparisonTable,
  c: number,
  a: number,
  b: number,
): number {
  const { sizes } = cells[over[c]!]!;
  return gapOf(
    { k: counts[first[c]! + a * stride]!, n: sizes[a]! },
    { k: counts[first[c]! + b * stride]!, n: sizes[b]! },
  );
}

/** Returns two groups of a comparison with their rates; all are indices. */
export function pairAt(table: ComparisonTable, comparison: number, high: number, low: number): WorstPair {
  const rate = (g: number): GroupRate => {
    const { group, k, n } = fractionAt(table, comparison, g);
    return { group, k, n, rate: k / n };
  };
  const { label } = table.cells[table.over[comparison]!]!;
  return { label, prediction: table.predictions[comparison]!, highest: rate(high), lowest: rate(low) };
}

/** Returns `a.k/a.n − b.k/b.n` over the common denominator. Both n must be positive. */
export function gapOf(a: Omit<GroupFraction, "group">, b: Omit<GroupFraction, "group">): number {
  return (a.k * b.n - b.k * a.n) / (a.n * b.n);
}

/** Puts a value together with the cells that took no part in it, and with the status that follows from them. */
export function disparity(parts: {
  readonly value: number | null;
  readonly worst: WorstPair | null;
  readonly comparisons: ComparisonTable;
  readonly minimumSupport: number;
}): Disparity {
  const { value, worst, comparisons, minimumSupport } = parts;
  const { cells, leftOut } = leftOutCells(comparisons, minimumSupport);
  const rows = minimumSupport === 1 ? "a row" : `at least ${minimumSupport} rows`;
  if (value === null) {
    const nobody = comparisons.cells.some(({ label }) => label !== null)
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
function leftOutCells(comparisons: ComparisonTable, minimumSupport: number) {
  const leftOut: LeftOutCell[] = [];
  const seen = new Set<string | null>();
  let cells = 0;
  for (const { label, groups, sizes } of comparisons.cells) {
    if (seen.has(label)) continue;
    seen.add(label);
    cells += groups.length;
    groups.forEach((group, g) => {
      const n = sizes[g]!;
      const status = cellStatus(n, minimumSupport);
      if (status !== "ok") leftOut.push({ group, label, n, status });
    });
  }
  return { cells, leftOut };
}
