import { cellSize, countAt, type OutcomeCounts } from "../counts/outcome-counts.js";
import { InputError } from "../errors.js";
import type { Disparity } from "./disparity.js";
import { largestGap } from "./largest-gap.js";

/**
 * Returns what the code of FairGNN and its successors prints as "EO", so that their tables can be checked: with all
 * classes after the first merged into one positive class, `|P(Ŷ>0 | Y>0, s=0) − P(Ŷ>0 | Y>0, s=1)|`. Every cell counts,
 * however small. It is not a measure of equalized odds: false positives and the classes among themselves are not looked
 * at.
 *
 * Throws {@link InputError} unless there are exactly two groups. Source: `fair_metric` of FairGNN's published code.
 */
export function fairgnnEqualOpportunityDifference(outcomes: OutcomeCounts): Disparity {
  const { groups, classes } = outcomes;
  if (groups.length !== 2) {
    throw new InputError({ argument: "groups", expected: "exactly two", found: `${groups.length}` });
  }
  const positive = classes.map((_, c) => c).slice(1);
  const fractions = groups.map((group, g) => ({
    group,
    n: positive.reduce((sum, label) => sum + cellSize(outcomes, g, label), 0),
    k: positive.reduce((sum, label) => sum + positive.reduce((s, p) => s + countAt(outcomes, g, label, p), 0), 0),
  }));
  const merged = positive.map((c) => classes[c]!).join(" or ");
  return largestGap([{ label: merged, prediction: merged, fractions }], { minimumSupport: 1 });
}
