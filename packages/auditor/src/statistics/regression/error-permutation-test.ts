import { defaultMinimumSupport, type BinnedErrors, type Random, maximum } from "@evenodds/core";
import { defaultDraws } from "../defaults.js";
import { checkDraws } from "../permutation-test.js";
import { errorDealer, type ErrorDealer } from "./error-dealer.js";

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
export function errorPermutationTest(
  { errors }: BinnedErrors,
  options: {
    readonly random: Random;
    readonly draws?: number | undefined;
    readonly minimumSupport?: number | undefined;
    /** Rows up to which all are dealt; for tests. */
    readonly mostDealt?: number | undefined;
  },
): ErrorPermutationReport {
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
  for (let draw = 0; draw < draws; draw++) {
    const gap = largestOf(dealers, ({ deal }) => deal(random));
    sum += gap;
    if (gap >= observed - tolerance) reached++;
  }
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
