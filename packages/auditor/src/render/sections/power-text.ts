import type { PowerReport } from "../../statistics/power.js";
import { formatCount } from "../numbers.js";

/**
 * Returns how much larger cells would have to be for the evidence rule to decide, or why size alone would not do: `With these
 * rates, cells would have to be about 3.2 times larger, about 60 nodes in the smallest cell (now 19), to say violated.`
 */
export function powerSentence({ factor, smallestCell, smallestCellNeeded, verdict, reason }: PowerReport): string {
  if (factor === null || smallestCell === null || smallestCellNeeded === null || verdict === null) {
    return `Larger cells alone would not decide it: ${reason ?? "nothing can be compared"}.`;
  }
  return (
    `With these rates, cells would have to be about ${formatFactor(factor)} times larger, about ` +
    `${formatCount(smallestCellNeeded)} nodes in the smallest cell (now ${formatCount(smallestCell)}), to say ${verdict}.`
  );
}

/** Rounded up, because a smaller factor would not do. */
function formatFactor(factor: number): string {
  return factor < 10 ? (Math.ceil(factor * 10) / 10).toFixed(1) : formatCount(Math.ceil(factor));
}
