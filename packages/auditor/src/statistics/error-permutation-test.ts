import { defaultMinimumSupport, type BinnedErrors, type Random, maximum, minimum } from "@evenodds/core";
import { defaultDraws } from "./defaults.js";
import { checkDraws } from "./permutation-test.js";
import { drawSteps, finishSteps, type Steps } from "./steps.js";

/** Permutation test of "within each label bin, errors do not depend on the group", on the gap in mean error. */
export interface ErrorPermutationReport {
  readonly draws: number;
  /** Null when the test was not run or the gap is undefined. */
  readonly pValue: number | null;
  /** Noise floor: the gap to expect from errors that do not depend on the group. In the unit of the label. */
  readonly floor: number | null;
  /** Cells (bin, group) whose mean was drawn as a normal number; 0 = in every draw, every row was dealt. */
  readonly normalCells: number;
  readonly reason: string | null;
}

/** Rows that are dealt in all draws together, up to which every row is: about a second. */
const mostDealtRows = 5e7;

/** Beyond that, cells with more rows get a normal mean. */
const largestDealtCell = 200;

/**
 * Tests whether a gap in mean error is more than chance: within each label bin the errors are dealt anew to the groups,
 * sizes kept, and T*, the largest gap in mean error over the same cells as the observed T, is taken.
 * `pValue = (1 + #{T* ≥ T}) / (draws + 1)`, `floor` is the mean of T*; 10,000 draws by default. Where that would deal
 * more than 5 · 10⁷ rows, cells of more than 200 rows get a mean from the normal distribution with the mean and (finite
 * population) variance of a deal, which many rows have very nearly.
 *
 * It holds rows for independent and, within a bin, for exchangeable between groups: a group with larger labels within a
 * wide bin, or with errors of another spread, is not quite. One p-value covers all bins and groups of an attribute.
 *
 * Edges: 0 draws and no comparison give nulls and a reason. Throws {@link UsageError} for draws that are not a
 * whole number. Source: Hoeffding 1951 for the normal limit.
 */
export function errorPermutationTest(errors: BinnedErrors, options: ErrorPermutationOptions): ErrorPermutationReport {
  return finishSteps(errorPermutationSteps(errors, options));
}

interface ErrorPermutationOptions {
  readonly random: Random;
  readonly draws?: number | undefined;
  readonly minimumSupport?: number | undefined;
  /** Rows up to which all are dealt; for tests. */
  readonly mostDealt?: number | undefined;
}

/** {@link errorPermutationTest} in steps; `name` says what is tested. */
export function* errorPermutationSteps(
  { errors }: BinnedErrors,
  options: ErrorPermutationOptions & { readonly name?: string | undefined },
): Steps<ErrorPermutationReport> {
  const { random, draws = defaultDraws, minimumSupport = defaultMinimumSupport, mostDealt = mostDealtRows } = options;
  checkDraws(draws);
  const notRun = (reason: string) => ({ draws: 0, pValue: null, floor: null, normalCells: 0, reason });
  if (draws === 0) return notRun("the test was switched off (0 draws)");
  const compared = errors
    .map((cells) => cells.filter(({ length }) => length >= minimumSupport && length > 0))
    .filter((cells) => cells.length >= 2);
  if (compared.length === 0) return notRun("no two groups have enough rows to be compared");
  const dealt = compared.reduce((sum, cells) => sum + rowsBesidesLargest(cells), 0);
  const largestDealt = dealt * draws <= mostDealt ? Infinity : largestDealtCell;
  const dealers = compared.map((cells) => errorDealer(cells, { largestDealt }));
  const observed = largestOf(dealers, ({ observed }) => observed);
  // Sums of many rounded errors in another order; a tie must count as reached.
  const tolerance = 1e-12 * largestOf(dealers, ({ scale }) => scale);
  let reached = 0;
  let sum = 0;
  const numbers =
    largestDealt === Infinity ? dealt : dealers.reduce((count, { normalCells }) => count + normalCells, 0);
  yield* drawSteps(`permutation test of ${options.name ?? "the groups"}`, { draws, cells: numbers }, () => {
    const gap = largestOf(dealers, ({ deal }) => deal(random));
    sum += gap;
    if (gap >= observed - tolerance) reached++;
  });
  const normalCells = dealers.reduce((count, dealer) => count + dealer.normalCells, 0);
  return { draws, pValue: (1 + reached) / (draws + 1), floor: sum / draws, normalCells, reason: null };
}

function rowsBesidesLargest(cells: readonly Float64Array[]): number {
  const sizes = cells.map(({ length }) => length);
  return sizes.reduce((sum, size) => sum + size, 0) - maximum(sizes);
}

function largestOf(dealers: readonly ErrorDealer[], of: (dealer: ErrorDealer) => number): number {
  let largest = 0;
  for (const dealer of dealers) largest = Math.max(largest, of(dealer));
  return largest;
}

/** Deals the errors of one label bin to its groups. */
interface ErrorDealer {
  /** The measured gap in mean error. */
  readonly observed: number;
  /** Size of the largest error, from the mean of the bin. */
  readonly scale: number;
  /** Groups whose mean is drawn as a normal number. */
  readonly normalCells: number;
  /** Returns the gap in mean error of one deal. */
  readonly deal: (random: Random) => number;
}

/**
 * Returns a dealer for cells with at least one row each, two or more. The largest group gets what the others leave;
 * groups up to `largestDealt` rows draw them one by one, without replacement, the others a normal sum, given what is
 * left.
 */
function errorDealer(cells: readonly Float64Array[], { largestDealt }: { readonly largestDealt: number }): ErrorDealer {
  const ascending = [...cells].sort((a, b) => a.length - b.length);
  const sizes = ascending.map(({ length }) => length);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  const mean = ascending.reduce((sum, cell) => sum + total(cell), 0) / rows;
  // Distances from the mean add up without losing digits, and the groups' means lie as far apart as before.
  const pool = new Float64Array(rows);
  let at = 0;
  for (const cell of ascending) for (const error of cell) pool[at++] = error - mean;
  const sum = total(pool);
  const variance = pool.reduce((squares, error) => squares + error * error, 0) / Math.max(1, rows - 1);
  const others = sizes.slice(0, -1);
  const dealt = others.filter((size) => size <= largestDealt);
  const normal = others.slice(dealt.length);
  const deal = (random: Random) => {
    let [left, leftSum, start] = [rows, sum, 0];
    let [high, low] = [-Infinity, Infinity];
    const take = (size: number, own: number) => {
      left -= size;
      leftSum -= own;
      high = Math.max(high, own / size);
      low = Math.min(low, own / size);
    };
    for (const size of dealt) {
      take(size, drawRows(pool, { start, size, random }));
      start += size;
    }
    for (const size of normal) {
      const spread = Math.sqrt(((size * (left - size)) / left) * variance);
      take(size, (size * leftSum) / left + spread * random.normal());
    }
    take(sizes.at(-1)!, leftSum);
    return high - low;
  };
  const means = ascending.map((cell) => total(cell.map((error) => error - mean)) / cell.length);
  return {
    observed: maximum(means) - minimum(means),
    scale: pool.reduce((largest, error) => Math.max(largest, Math.abs(error)), 0),
    normalCells: normal.length,
    deal,
  };
}

/** Moves `size` random rows of those from `start` on to `start` and returns their sum. */
function drawRows(
  pool: Float64Array,
  { start, size, random }: { readonly start: number; readonly size: number; readonly random: Random },
): number {
  let sum = 0;
  for (let i = start; i < start + size; i++) {
    const chosen = i + random.integer(pool.length - i);
    const error = pool[chosen]!;
    pool[chosen] = pool[i]!;
    pool[i] = error;
    sum += error;
  }
  return sum;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
