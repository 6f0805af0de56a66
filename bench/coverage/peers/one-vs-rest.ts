import type { OutcomeCounts } from "@evenodds/core";

/** A group's counts where one class is "positive" and all others are "negative". */
export interface BinaryGroup {
  readonly tp: number;
  readonly fn: number;
  readonly fp: number;
  readonly tn: number;
}

/**
 * Returns the binary problems that a library for labels 0 and 1 has to be asked about: with two classes one, whether
 * the second is predicted, otherwise one per class. `[problem][group]`.
 */
export function oneVsRest({ groups, classes, counts }: Pick<OutcomeCounts, "groups" | "classes" | "counts">): {
  readonly problems: readonly (readonly BinaryGroup[])[];
  /** The level of each interval with which all problems together have an error probability of 5 %. */
  readonly level: number;
} {
  const width = classes.length;
  const positive = width === 2 ? [1] : classes.map((_, c) => c);
  const problems = positive.map((k) => groups.map((_, g) => binaryGroup(counts, { group: g, width, positive: k })));
  return { problems, level: 1 - 0.05 / problems.length };
}

function binaryGroup(
  counts: Float64Array,
  { group, width, positive }: { readonly group: number; readonly width: number; readonly positive: number },
): BinaryGroup {
  let [tp, fn, fp, tn] = [0, 0, 0, 0];
  for (let y = 0; y < width; y++) {
    for (let c = 0; c < width; c++) {
      const rows = counts[(group * width + y) * width + c]!;
      if (y === positive) {
        if (c === positive) tp += rows;
        else fn += rows;
      } else if (c === positive) fp += rows;
      else tn += rows;
    }
  }
  return { tp, fn, fp, tn };
}

/** Rows of a group. */
export function groupRows({ tp, fn, fp, tn }: BinaryGroup): number {
  return tp + fn + fp + tn;
}

/** Largest minus smallest number; NaN where one is NaN, or of none. */
export function spreadOf(values: readonly number[]): number {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) {
    if (Number.isNaN(value)) return NaN;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return values.length === 0 ? NaN : high - low;
}
