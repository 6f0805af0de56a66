import { countAt, type OutcomeCounts } from "../counts/outcome-counts.js";

/** The confusion matrix of all groups together, with its margins. */
export interface Confusion {
  readonly classes: readonly string[];
  /** `[C, C]`: label, prediction. */
  readonly counts: Float64Array;
  /** `[C]`: rows with this label. */
  readonly labels: Float64Array;
  /** `[C]`: rows with this prediction. */
  readonly predictions: Float64Array;
  readonly total: number;
}

/** Returns the confusion matrix summed over groups. */
export function confusionOf(outcomes: OutcomeCounts): Confusion {
  const width = outcomes.classes.length;
  const counts = new Float64Array(width * width);
  const labels = new Float64Array(width);
  const predictions = new Float64Array(width);
  let total = 0;
  for (let g = 0; g < outcomes.groups.length; g++) {
    for (let y = 0; y < width; y++) {
      for (let p = 0; p < width; p++) {
        const n = countAt(outcomes, g, y, p);
        counts[y * width + p]! += n;
        labels[y]! += n;
        predictions[p]! += n;
        total += n;
      }
    }
  }
  return { classes: outcomes.classes, counts, labels, predictions, total };
}

/** Number of rows with label c that are predicted c. */
export function rightRows({ counts, classes }: Confusion, c: number): number {
  return counts[c * classes.length + c]!;
}
