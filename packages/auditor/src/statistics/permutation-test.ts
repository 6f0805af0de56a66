import { defaultMinimumSupport, UsageError, type OutcomeCounts, type Random } from "@evenodds/core";
import { drawMultivariateHypergeometric } from "./multivariate-hypergeometric.js";
import { strataOf, type Stratum } from "./strata.js";

/** Draws of a permutation test unless a caller says otherwise. */
export const defaultDraws = 10_000;

/** Permutation test of "within each label, predictions do not depend on the group", on the equalized odds difference. */
export interface PermutationReport {
  readonly draws: number;
  /** Null when the test was not run or the gap is undefined. */
  readonly pValue: number | null;
  /** Noise floor: the gap to expect from an equal model with the same counts. */
  readonly floor: number | null;
  /** False: the distribution was sampled, not enumerated. */
  readonly exact: false;
  readonly reason: string | null;
}

/** Equal fractions may differ by rounding once products of counts pass 2^53; such ties count as reached. */
const tieTolerance = 8 * Number.EPSILON;

/**
 * Tests whether a gap is more than chance: within each label the predictions are dealt anew to the groups, all group
 * sizes and numbers of predictions kept, and the equalized odds difference T* is taken over the same cells as the
 * observed T. `pValue = (1 + #{T* ≥ T}) / (draws + 1)`, and `floor` is the mean of T*. The cost of a draw depends on the
 * number of cells, not of rows. One p-value covers all labels, predictions and groups of the attribute; it is not
 * corrected for testing several attributes.
 *
 * Edges: `draws` 0, no comparison, or counts that are not whole (weighted rows) give nulls and a reason. All predictions
 * equal gives p = 1 and floor 0. Throws {@link UsageError} for a number of draws that is negative or not whole.
 *
 * Rows are taken as exchangeable within a label, which nodes that share neighbours are not quite.
 */
export function permutationTest(
  outcomes: OutcomeCounts,
  options: {
    readonly random: Random;
    readonly draws?: number | undefined;
    readonly minimumSupport?: number | undefined;
  },
): PermutationReport {
  const { random, draws = defaultDraws, minimumSupport = defaultMinimumSupport } = options;
  checkDraws(draws);
  if (draws === 0) return notRun("the test was switched off (0 draws)");
  if (!outcomes.counts.every((count) => Number.isInteger(count))) {
    return notRun("rows are weighted, and the test needs whole counts");
  }
  const strata = strataOf(outcomes, minimumSupport);
  if (strata.length === 0) return notRun("no two groups have enough rows to be compared");

  const observed = strata.reduce((largest, stratum) => Math.max(largest, stratumGap(stratum)), 0);
  let reached = 0;
  let sum = 0;
  for (let draw = 0; draw < draws; draw++) {
    let gap = 0;
    for (const stratum of strata) {
      deal(stratum, random);
      gap = Math.max(gap, stratumGap(stratum));
    }
    sum += gap;
    if (gap >= observed - tieTolerance) reached++;
  }
  return { draws, pValue: (1 + reached) / (draws + 1), floor: sum / draws, exact: false, reason: null };
}

/** Throws {@link UsageError} unless `draws` is a whole number, 0 or more. */
export function checkDraws(draws: number): void {
  if (Number.isSafeInteger(draws) && draws >= 0) return;
  throw new UsageError({
    argument: "draws",
    expected: "a whole number, 0 or more",
    found: `${draws}`,
    hint: `leave it out for ${defaultDraws}`,
  });
}

/** Overwrites the table of a stratum with a random one of the same margins. */
function deal({ sizes, totals, left, table }: Stratum, random: Random): void {
  const width = totals.length;
  left.set(totals);
  const last = sizes.length - 1;
  for (let g = 0; g < last; g++) {
    const row = table.subarray(g * width, (g + 1) * width);
    drawMultivariateHypergeometric(random, { left, sample: sizes[g]!, into: row });
  }
  table.set(left, last * width);
}

/** Largest gap of a stratum. With two predictions both columns have the same gap, so one is enough. */
function stratumGap({ sizes, totals, table }: Stratum): number {
  const width = totals.length;
  const columns = width === 2 ? 1 : width;
  let largest = 0;
  for (let c = 0; c < columns; c++) {
    let high = 0;
    let low = 0;
    for (let g = 1; g < sizes.length; g++) {
      const rate = table[g * width + c]! / sizes[g]!;
      if (rate > table[high * width + c]! / sizes[high]!) high = g;
      if (rate < table[low * width + c]! / sizes[low]!) low = g;
    }
    const over = table[high * width + c]! * sizes[low]! - table[low * width + c]! * sizes[high]!;
    largest = Math.max(largest, over / (sizes[high]! * sizes[low]!));
  }
  return largest;
}

function notRun(reason: string): PermutationReport {
  return { draws: 0, pValue: null, floor: null, exact: false, reason };
}
