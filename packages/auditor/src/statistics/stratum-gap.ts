import type { Stratum } from "./stratum.js";

/** Equal fractions may differ by rounding once products of counts pass 2^53; such ties count as reached. */
export const tieTolerance = 8 * Number.EPSILON;

/**
 * Returns the largest gap of a rate in the stratum's table, over the common denominator as in `largestGap`. With two
 * predictions both columns have the same gap, so one is enough. Where `atLeast` (0 by default) is more, it returns
 * that, and does not look at predictions that are too rare for more.
 */
export function stratumGap({ sizes, inverses, totals, table }: Stratum, atLeast = 0): number {
  const width = totals.length;
  const columns = width === 2 ? 1 : width;
  let largest = atLeast;
  for (let c = 0; c < columns; c++) {
    // All rows with this prediction in the smallest group; later predictions are rarer still.
    if (totals[c]! * inverses[0]! < largest - tieTolerance) break;
    let high = 0;
    let low = 0;
    let highRate = table[c]! * inverses[0]!;
    let lowRate = highRate;
    for (let g = 1, at = width + c; g < sizes.length; g++, at += width) {
      const rate = table[at]! * inverses[g]!;
      if (rate > highRate) {
        high = g;
        highRate = rate;
      } else if (rate < lowRate) {
        low = g;
        lowRate = rate;
      }
    }
    if (highRate - lowRate < largest - tieTolerance) continue;
    const over = table[high * width + c]! * sizes[low]! - table[low * width + c]! * sizes[high]!;
    largest = Math.max(largest, over / (sizes[high]! * sizes[low]!));
  }
  return largest;
}
