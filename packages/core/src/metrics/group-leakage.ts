import { maximum } from "../collections/extremes.js";
import { countAt, usedRows, type OutcomeCounts } from "../counts/outcome-counts.js";

/** How much predictions reveal about the group, given the true label. */
export interface GroupLeakage {
  /** Share of rows whose group is guessed right from the label alone, in [0, 1]; null without rows. */
  readonly fromLabel: number | null;
  /** The same from label and prediction: never less, because it is measured on the rows that it is learned from. */
  readonly fromLabelAndPrediction: number | null;
  /** Conditional mutual information `I(A; Ŷ | Y)` in bits: 0 exactly where equalized odds holds in these counts. */
  readonly bits: number | null;
}

/**
 * Returns how well a simple probe guesses the group: it names the most frequent group of each label, or of each (label,
 * prediction). Both shares are optimistic in small samples, so compare them with what shuffled predictions give (the
 * permutation test does the same for the gap).
 */
export function groupLeakage(outcomes: OutcomeCounts): GroupLeakage {
  const total = usedRows(outcomes);
  if (total === 0) return { fromLabel: null, fromLabelAndPrediction: null, bits: null };
  const groups = outcomes.groups.map((_, g) => g);
  const classes = outcomes.classes.map((_, c) => c);
  let fromLabel = 0;
  let fromBoth = 0;
  let bits = 0;
  for (const y of classes) {
    const perGroup = groups.map((g) => classes.reduce((sum, p) => sum + countAt(outcomes, g, y, p), 0));
    const labelled = perGroup.reduce((sum, n) => sum + n, 0);
    fromLabel += maximum(perGroup);
    for (const p of classes) {
      const cells = groups.map((g) => countAt(outcomes, g, y, p));
      const predicted = cells.reduce((sum, n) => sum + n, 0);
      fromBoth += maximum(cells);
      cells.forEach((n, g) => {
        if (n > 0) bits += (n / total) * Math.log2((n * labelled) / (predicted * perGroup[g]!));
      });
    }
  }
  // Rounding can leave a negative speck where the information is 0.
  return { fromLabel: fromLabel / total, fromLabelAndPrediction: fromBoth / total, bits: Math.max(0, bits) };
}
