import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { confusionOf, rightRows } from "./confusion.js";

/** Returns the mean recall over the classes that have rows (others have no recall), or null without rows. */
export function balancedAccuracy(outcomes: OutcomeCounts): number | null {
  const confusion = confusionOf(outcomes);
  const recalls: number[] = [];
  confusion.labels.forEach((n, c) => {
    if (n > 0) recalls.push(rightRows(confusion, c) / n);
  });
  return recalls.length === 0 ? null : recalls.reduce((sum, recall) => sum + recall, 0) / recalls.length;
}
