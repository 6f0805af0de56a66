import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { confusionOf, rightRows } from "./confusion.js";
import { rateOf } from "./rate.js";

/** F1 per class and its three usual averages. */
export interface F1 {
  /** In class order; null for a class that is neither a label nor a prediction of any row. */
  readonly perClass: readonly (number | null)[];
  /** Mean over the classes whose F1 is defined. */
  readonly macro: number | null;
  /** F1 of the pooled rows: equal to accuracy where every row has one label and one prediction. */
  readonly micro: number | null;
  /** Mean weighted by the number of rows with each label. The paper's "F1-micro" is this one. */
  readonly weighted: number | null;
}

/**
 * Returns F1 with `F1(c) = 2·TP / (2·TP + FP + FN)`. A class that occurs but is never predicted, or the other way
 * round, has F1 = 0 by this formula. A class that does neither is 0/0: it has no F1 and no part in the averages. The
 * averages equal scikit-learn's `f1_score` with its default labels and `zero_division=0`. All null without rows.
 */
export function f1Scores(outcomes: OutcomeCounts): F1 {
  const confusion = confusionOf(outcomes);
  const perClass = confusion.classes.map((_, c) =>
    rateOf(2 * rightRows(confusion, c), confusion.labels[c]! + confusion.predictions[c]!),
  );
  const defined = perClass.filter((value) => value !== null);
  const right = perClass.reduce<number>((sum, _, c) => sum + rightRows(confusion, c), 0);
  const weightedSum = perClass.reduce<number>((sum, value, c) => sum + (value ?? 0) * confusion.labels[c]!, 0);
  return {
    perClass,
    macro: rateOf(
      defined.reduce((sum, value) => sum + value, 0),
      defined.length,
    ),
    micro: rateOf(right, confusion.total),
    weighted: rateOf(weightedSum, confusion.total),
  };
}
