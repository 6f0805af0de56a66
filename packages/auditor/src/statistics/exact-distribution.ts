import { logFactorial } from "./log-factorial.js";
import { stratumRows, type Stratum } from "./stratum.js";
import { stratumGap, tieTolerance } from "./stratum-gap.js";

/** Most tables, summed over labels, that are listed one by one; beyond it tables are sampled. */
export const mostExactTables = 20_000;

/** Probability of every gap that occurs among the tables of one label. */
type GapDistribution = ReadonlyMap<number, number>;

/** The exact distribution of the gap under the null hypothesis of the permutation test. */
export interface ExactDistribution {
  /** Number of tables that were listed. */
  readonly tables: number;
  /** Probability of a gap at least as large as `observed`. */
  reach(observed: number): number;
  /** Expected gap. */
  readonly mean: number;
}

/**
 * Lists every table with the margins of each stratum, or returns null where there are more than `most` (20,000 by
 * default) in all. A table has probability `∏ size! ∏ total! / (rows! ∏ count!)`. Strata are independent, so the
 * largest gap is below t with the product of their probabilities, and listing costs the sum of their tables, not the
 * product.
 */
export function exactDistribution(strata: readonly Stratum[], most = mostExactTables): ExactDistribution | null {
  let tables = 0;
  for (const stratum of strata) {
    tables += countTables(stratum, most - tables);
    if (tables > most) return null;
  }
  const listed = strata.map(listTables);
  return {
    tables,
    reach: (observed) => {
      const logMissed = listed.reduce((sum, gaps) => sum + Math.log1p(-reachOf(gaps, observed)), 0);
      return -Math.expm1(logMissed);
    },
    mean: meanOfLargest(listed),
  };
}

/** Returns the number of tables, or some number above `most` where there are more than that. */
function countTables({ sizes, totals }: Stratum, most: number): number {
  const width = totals.length;
  if (width === 1) return 1;
  const lastRow = (sizes.length - 1) * width;
  const left = Float64Array.from(totals);
  let found = 0;
  const fill = (at: number, need: number): void => {
    const c = at % width;
    let others = 0;
    for (let after = c + 1; after < width; after++) others += left[after]!;
    const lowest = Math.max(0, need - others);
    const highest = Math.min(need, left[c]!);
    // The last column and the last group get what is left, so the last choice is a number of tables.
    if (at === lastRow - 2) {
      found += highest - lowest + 1;
      return;
    }
    for (let count = lowest; count <= highest && found <= most; count++) {
      left[c]! -= count;
      if (c < width - 2) fill(at + 1, need - count);
      else {
        const rest = need - count;
        left[c + 1]! -= rest;
        fill(at + 2, sizes[(at + 2) / width]!);
        left[c + 1]! += rest;
      }
      left[c]! += count;
    }
  };
  fill(0, sizes[0]!);
  return found;
}

function listTables(stratum: Stratum): GapDistribution {
  const { sizes, totals } = stratum;
  const width = totals.length;
  const lastRow = (sizes.length - 1) * width;
  const table = new Float64Array(stratum.table.length);
  const filled = { ...stratum, table };
  const left = Float64Array.from(totals);
  const sum = (values: Float64Array) => values.reduce((total, value) => total + logFactorial(value), 0);
  const logConstant = sum(sizes) + sum(totals) - logFactorial(stratumRows(stratum));
  const distribution = new Map<number, number>();

  /** Fills the table from cell `at` on; `need` rows of the group are still without prediction. */
  const fill = (at: number, need: number, log: number): void => {
    if (at === lastRow) {
      let logTable = log;
      for (let c = 0; c < width; c++) {
        table[lastRow + c] = left[c]!;
        logTable -= logFactorial(left[c]!);
      }
      const gap = stratumGap(filled);
      distribution.set(gap, (distribution.get(gap) ?? 0) + Math.exp(logTable));
      return;
    }
    const c = at % width;
    let others = 0;
    for (let after = c + 1; after < width; after++) others += left[after]!;
    const highest = Math.min(need, left[c]!);
    for (let count = Math.max(0, need - others); count <= highest; count++) {
      table[at] = count;
      left[c]! -= count;
      fill(at + 1, c === width - 1 ? sizes[(at + 1) / width]! : need - count, log - logFactorial(count));
      left[c]! += count;
    }
  };
  fill(0, sizes[0]!, logConstant);
  return distribution;
}

function reachOf(gaps: GapDistribution, observed: number): number {
  let reached = 0;
  // The probabilities add up to 1 but for rounding; divided by their sum, "all of them" is exactly 1.
  let all = 0;
  for (const [gap, probability] of gaps) {
    all += probability;
    if (gap >= observed - tieTolerance) reached += probability;
  }
  return reached / all;
}

/** Sums t · (F(t) − F(t−)) over the gaps t in ascending order, F being the product of the strata's distributions. */
function meanOfLargest(listed: readonly GapDistribution[]): number {
  const steps = listed
    .flatMap((gaps, stratum) => Array.from(gaps, ([gap, probability]) => ({ gap, stratum, probability })))
    .sort((a, b) => a.gap - b.gap);
  const below = listed.map(() => 0);
  let mean = 0;
  let reached = 0;
  for (const { gap, stratum, probability } of steps) {
    below[stratum]! += probability;
    const product = below.reduce((all, share) => all * share, 1);
    mean += gap * (product - reached);
    reached = product;
  }
  return mean;
}
