import { InputError } from "../errors.js";
import { countOutcomes, type OutcomeCounts } from "./outcome-counts.js";

/** Outcome counts of rows that carry weights, with what it takes to say how much they are worth. */
export interface WeightedCounts {
  /** Sums of weights. `excluded` counts rows, not weights. */
  readonly outcomes: OutcomeCounts;
  /** `[G, C, C]`: sums of squared weights. Adds up over shards like the counts. */
  readonly squares: Float64Array;
  /** How many rows are in the sums, those of weight 0 too. */
  readonly usedRows: number;
}

/**
 * Sums weights and their squares by group, label and prediction; rows are excluded as by `countOutcomes`. `weight` is
 * `[N]`, finite and not negative in every row that is used. Throws {@link InputError} otherwise, and where lengths
 * disagree.
 */
export function countWeighted(
  rows: Parameters<typeof countOutcomes>[0] & { readonly weight: Float64Array },
): WeightedCounts {
  const { group, label, prediction, classes, include, weight } = rows;
  const { groups, excluded } = countOutcomes(rows);
  if (weight.length !== label.length) {
    throw new InputError({
      argument: "weights",
      expected: `one for each of ${label.length} rows`,
      found: `${weight.length}`,
    });
  }
  const width = classes.length;
  const counts = new Float64Array(groups.length * width * width);
  const squares = new Float64Array(counts.length);
  let usedRows = 0;
  for (let i = 0; i < label.length; i++) {
    if (include?.[i] === 0 || label[i]! < 0 || group[i]! < 0 || prediction[i]! < 0) continue;
    const value = weight[i]!;
    if (!(Number.isFinite(value) && value >= 0)) {
      throw new InputError({ argument: "weights", expected: "finite numbers, 0 or more", found: `${value}` });
    }
    const cell = (group[i]! * width + label[i]!) * width + prediction[i]!;
    counts[cell]! += value;
    squares[cell]! += value * value;
    usedRows++;
  }
  return { outcomes: { groups, classes, counts, excluded }, squares, usedRows };
}

/**
 * Returns the effective number of rows, `(Σw)² / Σw²` (Kish 1965): how many rows of equal weight would say as much.
 * Equal to the number of rows where all weights are equal, and smaller otherwise; 0 without weight.
 */
export function effectiveSize(sums: { readonly weights: number; readonly squares: number }): number {
  return sums.squares > 0 ? sums.weights ** 2 / sums.squares : 0;
}

/**
 * Returns the counts with every (group, label) cell scaled to its effective size: rates stay as they are, and intervals
 * that take `n` for a number of rows are about right for weighted rows. Not whole numbers.
 */
export function effectiveCounts({ outcomes, squares }: Pick<WeightedCounts, "outcomes" | "squares">): OutcomeCounts {
  const width = outcomes.classes.length;
  const counts = Float64Array.from(outcomes.counts);
  for (let start = 0; start < counts.length; start += width) {
    const sum = (values: Float64Array) => values.subarray(start, start + width).reduce((total, n) => total + n, 0);
    const weights = sum(outcomes.counts);
    const factor = weights > 0 ? effectiveSize({ weights, squares: sum(squares) }) / weights : 0;
    for (let c = start; c < start + width; c++) counts[c]! *= factor;
  }
  return { ...outcomes, counts };
}
