import { cellSize, countAt, type OutcomeCounts } from "../counts/outcome-counts.js";
import type { PredictionCounts } from "../counts/prediction-counts.js";
import { equalizedOddsTable, listComparisons, recallTable, selectionTable } from "./comparison-table.js";

/** `k` of the `n` rows of one group; `k / n` is its rate wherever n > 0. */
export interface GroupFraction {
  readonly group: string;
  readonly k: number;
  readonly n: number;
}

/**
 * One rate, to be compared over all groups: of the rows with this label, how many got this prediction. Every gap is a
 * summary of a list of comparisons, and every interval belongs to two fractions of one of them.
 */
export interface Comparison {
  /** Null where the rows are not those of one label (all rows, or all rows of the other labels). */
  readonly label: string | null;
  readonly prediction: string;
  /** One per group, in the order of the counts, groups without rows included. */
  readonly fractions: readonly GroupFraction[];
}

/** Returns the comparison of `P(Ŷ=prediction | Y=label, A=a)` over groups; label and prediction are indices. */
export function labelComparison(outcomes: OutcomeCounts, label: number, prediction: number): Comparison {
  return {
    label: outcomes.classes[label]!,
    prediction: outcomes.classes[prediction]!,
    fractions: outcomes.groups.map((group, g) => ({
      group,
      k: countAt(outcomes, g, label, prediction),
      n: cellSize(outcomes, g, label),
    })),
  };
}

/**
 * Returns every comparison that equalized odds asks for, one per (label, prediction), with the right prediction of a
 * label first. With two classes the other prediction is the mirror image (the same gap, the same interval), so only
 * the right one is listed: `P(Ŷ=y | Y=y)` for both labels, that is TPR and TNR.
 */
export function equalizedOddsComparisons(outcomes: OutcomeCounts): Comparison[] {
  return listComparisons(equalizedOddsTable(outcomes));
}

/** Returns the comparisons of `P(Ŷ=y | Y=y, A=a)`, one per label. */
export function recallComparisons(outcomes: OutcomeCounts): Comparison[] {
  return listComparisons(recallTable(outcomes));
}

/** Returns the comparisons of `P(Ŷ=ŷ | A=a)`, one per class; with two classes only the second, as above. */
export function selectionComparisons(predictions: PredictionCounts): Comparison[] {
  return listComparisons(selectionTable(predictions));
}
