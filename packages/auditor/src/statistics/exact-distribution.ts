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
function countTables(stratum: Stratum, most: number): number {
  if (leastTables(stratum, most) > most) return most + 1;
  const { sizes, totals } = stratum;
  const width = totals.length;
  if (width === 1) return 1;
  let found = 0;
  eachTable(stratum, {
    // The last column and the last group get what is left, so the last choice is a number of tables.
    until: (sizes.length - 1) * width - 2,
    visit: (_, { lowest, highest }) => (found += highest - lowest + 1) <= most,
  });
  return found;
}

/**
 * Returns a number of tables, up to a bit above `most`, that there are at least. It saves listing them: many groups and
 * few wrong rows have long tables that differ in few cells.
 */
function leastTables(stratum: Stratum, most: number): number {
  return Math.max(leastByBlocks(stratum, most), leastByMoves(stratum));
}

/**
 * Moves single rows of rare predictions. A group with j rows of the common prediction has room for j rows more of
 * others, so with H such groups, one row each of j rare predictions can be moved to any of them: Hʲ tables. Rows of one
 * prediction go to different groups: H choose j tables.
 */
function leastByMoves({ sizes, totals, table }: Stratum): number {
  const width = totals.length;
  const withRoom = (rows: number) => sizes.filter((_, g) => table[g * width]! >= rows).length;
  const anyRoom = withRoom(1);
  const [choosesTwo, choosesThree] = [(anyRoom * (anyRoom - 1)) / 2, (anyRoom * (anyRoom - 1) * (anyRoom - 2)) / 6];
  const common = totals[1] ?? 0;
  let least = 1;
  for (let rows = 1; rows <= 4 && rows < width; rows++) least = Math.max(least, withRoom(rows) ** rows);
  return Math.max(least, common >= 2 ? choosesTwo : 0, common >= 3 ? choosesThree : 0);
}

/**
 * Cuts the table as it stands into blocks of two groups and two predictions; within each, rows can be dealt anew
 * whatever the others do.
 */
function leastByBlocks({ sizes, totals, table }: Stratum, most: number): number {
  const width = totals.length;
  let least = 1;
  for (let g = 0; g + 1 < sizes.length; g += 2) {
    for (let c = 0; c + 1 < width && least <= most; c += 2) {
      const [here, below] = [g * width + c, (g + 1) * width + c];
      least *= 1 + Math.min(table[here]!, table[below + 1]!) + Math.min(table[here + 1]!, table[below]!);
    }
  }
  return least;
}

/** What the next cell of a table that is being filled can hold. */
interface Choice {
  readonly lowest: number;
  readonly highest: number;
}

/**
 * Fills tables of the stratum's margins cell by cell, group after group, each cell with every number in turn, and calls
 * `visit` with every filling of the cells before `until`, until it returns false. Keeps its place in lists: a table has
 * more cells than calls can be nested.
 */
function eachTable(
  { sizes, totals }: Pick<Stratum, "sizes" | "totals">,
  {
    until,
    visit,
    onCount = () => undefined,
  }: {
    readonly until: number;
    readonly visit: (left: Float64Array, next: Choice) => boolean;
    /** Called whenever a cell gets another number. */
    readonly onCount?: ((cell: number, count: number) => void) | undefined;
  },
): void {
  const width = totals.length;
  const left = Float64Array.from(totals);
  const length = Math.max(0, until);
  // Per cell: its number, the largest that it can have, and the rows that its group has left for it and those after it.
  const [counts, most, needs] = [new Float64Array(length), new Float64Array(length), new Float64Array(length + 1)];
  // Rows that the predictions after a cell's have left.
  const others = new Float64Array(length + 1);
  const enter = (at: number): Choice => {
    const c = at % width;
    if (c === 0) {
      needs[at] = sizes[at / width]!;
      others[at] = left.reduce((sum, rows) => sum + rows, 0) - left[0]!;
    } else {
      needs[at] = needs[at - 1]! - counts[at - 1]!;
      others[at] = others[at - 1]! - left[c]!;
    }
    return { lowest: Math.max(0, needs[at] - others[at]), highest: Math.min(needs[at], left[c]!) };
  };
  const put = (at: number, count: number): void => {
    counts[at] = count;
    left[at % width]! -= count;
    onCount(at, count);
  };
  let at = 0;
  for (;;) {
    const choice = enter(at);
    if (at < length) {
      most[at] = choice.highest;
      put(at++, choice.lowest);
      continue;
    }
    if (!visit(left, choice)) return;
    for (at--; at >= 0; at--) {
      left[at % width]! += counts[at]!;
      if (counts[at]! < most[at]!) break;
    }
    if (at < 0) return;
    put(at, counts[at]! + 1);
    at++;
  }
}

function listTables(stratum: Stratum): GapDistribution {
  const { sizes, totals } = stratum;
  const width = totals.length;
  const lastRow = (sizes.length - 1) * width;
  const table = new Float64Array(stratum.table.length);
  const filled = { ...stratum, table };
  const sum = (values: Float64Array) => values.reduce((total, value) => total + logFactorial(value), 0);
  // Logarithm of the probability, but for the cells from this one on.
  const logs = new Float64Array(lastRow + 1);
  logs[0] = sum(sizes) + sum(totals) - logFactorial(stratumRows(stratum));
  const distribution = new Map<number, number>();
  eachTable(stratum, {
    until: lastRow,
    onCount: (cell, count) => {
      table[cell] = count;
      logs[cell + 1] = logs[cell]! - logFactorial(count);
    },
    visit: (left) => {
      let logTable = logs[lastRow]!;
      for (let c = 0; c < width; c++) {
        table[lastRow + c] = left[c]!;
        logTable -= logFactorial(left[c]!);
      }
      const gap = stratumGap(filled);
      distribution.set(gap, (distribution.get(gap) ?? 0) + Math.exp(logTable));
      return true;
    },
  });
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
