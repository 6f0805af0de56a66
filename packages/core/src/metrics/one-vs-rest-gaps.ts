import { cellSizes, countAt, type OutcomeCounts } from "../counts/outcome-counts.js";
import { labelComparison, type Comparison } from "./comparison.js";
import type { Disparity } from "./disparity.js";
import { largestGap, type GapOptions } from "./largest-gap.js";

/** The two gaps of one class against all others. */
export interface OneVsRestGaps {
  readonly class: string;
  /** Gap of `P(Ŷ=c | Y=c)`. */
  readonly truePositiveRate: Disparity;
  /** Gap of `P(Ŷ=c | Y≠c)`, where all other labels are pooled. */
  readonly falsePositiveRate: Disparity;
}

/**
 * Returns TPR and FPR gap of every class against the rest, in class order. Pooling the other labels mixes how they are
 * distributed in each group into the FPR, so a gap here is not always a violation of equalized odds.
 */
export function oneVsRestGaps(outcomes: OutcomeCounts, options: GapOptions = {}): OneVsRestGaps[] {
  const sizes = cellSizes(outcomes);
  return outcomes.classes.map((name, index) => ({
    class: name,
    truePositiveRate: largestGap([labelComparison(outcomes, index, index)], options),
    falsePositiveRate: largestGap([restComparison(outcomes, { index, sizes })], options),
  }));
}

function restComparison(
  outcomes: OutcomeCounts,
  { index, sizes }: { readonly index: number; readonly sizes: Float64Array },
): Comparison {
  const width = outcomes.classes.length;
  const others = outcomes.classes.map((_, label) => label).filter((label) => label !== index);
  return {
    label: null,
    prediction: outcomes.classes[index]!,
    fractions: outcomes.groups.map((group, g) => ({
      group,
      k: others.reduce((sum, label) => sum + countAt(outcomes, g, label, index), 0),
      n: others.reduce((sum, label) => sum + sizes[g * width + label]!, 0),
    })),
  };
}
