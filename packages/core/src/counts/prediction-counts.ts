import { InputError } from "../errors.js";
import { countAt, type ExclusionReason, type OutcomeCounts } from "./outcome-counts.js";

/** How many rows have which (group, prediction): all that is known where there are no labels. */
export interface PredictionCounts {
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  /** `[G, C]`: group, prediction. */
  readonly predicted: Float64Array;
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>;
}

/**
 * Counts rows without labels: `group` and `prediction` are `[N]` codes, −1 = missing. A row is excluded as
 * `outside-split` where `include` (`[N]`, 0/1) is 0, else as `missing-attribute`, else as `non-finite-prediction`.
 * Throws {@link InputError} where the lengths disagree.
 */
export function countPredictions(rows: {
  readonly group: Int32Array;
  readonly prediction: Int32Array;
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  readonly include?: Uint8Array | undefined;
}): PredictionCounts {
  const { group, prediction, groups, classes, include } = rows;
  if (group.length !== prediction.length) {
    throw new InputError({
      argument: "rows",
      expected: "as many groups as predictions",
      found: `${group.length} groups, ${prediction.length} predictions`,
    });
  }
  const predicted = new Float64Array(groups.length * classes.length);
  const excluded: Partial<Record<ExclusionReason, number>> = {};
  const exclude = (reason: ExclusionReason) => (excluded[reason] = (excluded[reason] ?? 0) + 1);
  for (let i = 0; i < prediction.length; i++) {
    if (include !== undefined && include[i] === 0) exclude("outside-split");
    else if (group[i]! < 0) exclude("missing-attribute");
    else if (prediction[i]! < 0) exclude("non-finite-prediction");
    else predicted[group[i]! * classes.length + prediction[i]!]!++;
  }
  return { groups, classes, predicted, excluded };
}

/** Returns the counts summed over labels. */
export function predictionCounts(outcomes: OutcomeCounts): PredictionCounts {
  const { groups, classes, excluded } = outcomes;
  const width = classes.length;
  const predicted = new Float64Array(groups.length * width);
  for (let g = 0; g < groups.length; g++) {
    for (let y = 0; y < width; y++) {
      for (let p = 0; p < width; p++) predicted[g * width + p]! += countAt(outcomes, g, y, p);
    }
  }
  return { groups, classes, predicted, excluded };
}

/** Number of rows of a group, whatever was predicted. */
export function groupSize({ classes, predicted }: PredictionCounts, group: number): number {
  const start = group * classes.length;
  return predicted.subarray(start, start + classes.length).reduce((sum, count) => sum + count, 0);
}
