import { comparisonTable, fractionAt, type Comparisons } from "./comparison-table.js";
import type { Disparity, WorstPair } from "./disparity.js";
import { disparity, eachExtremes, pairAt, type GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/**
 * Returns the smallest `min_a k/n / max_a k/n` over comparisons, over groups with n ≥ minimum support; 1 means equal, 0
 * that some group never has what another one has. 0/0 is left out and makes the status `partial`; where only 0/0 is
 * left, or all rows get one and the same prediction (`wholePrediction`: the comparisons cover every prediction), it is
 * `undefined`.
 */
export function smallestRatio(
  comparisons: Comparisons,
  options: GapOptions & { readonly wholePrediction: boolean },
): Disparity {
  const { minimumSupport = defaultMinimumSupport, wholePrediction } = options;
  checkMinimumSupport(minimumSupport);
  const table = comparisonTable(comparisons);
  let value: number | null = null;
  let worst: WorstPair | null = null;
  let divisible = 0;
  let zeroByZero = 0;
  const predicted = new Set<string>();
  eachExtremes(table, minimumSupport, (c, high, low) => {
    const [highest, lowest] = [fractionAt(table, c, high), fractionAt(table, c, low)];
    if (highest.k === 0) {
      zeroByZero++;
      return;
    }
    divisible++;
    predicted.add(table.predictions[c]!);
    const ratio = (lowest.k * highest.n) / (lowest.n * highest.k);
    if (value !== null && !(ratio < value)) return;
    value = ratio;
    worst = pairAt(table, c, high, low);
  });

  const constant = wholePrediction && predicted.size === 1;
  if (zeroByZero > 0 && (value === null || constant)) {
    const { leftOut } = disparity({ value: null, worst: null, comparisons: table, minimumSupport });
    const reason = constant ? "all rows get the same prediction, so the other rates are 0/0" : "every rate is 0";
    return { status: "undefined", value: null, reason, worst: null, leftOut };
  }
  const result = disparity({ value, worst, comparisons: table, minimumSupport });
  if (zeroByZero === 0) return result;
  const zeros = `${zeroByZero} of ${zeroByZero + divisible} ratios are 0/0 and were left out`;
  return { ...result, status: "partial", reason: result.reason === null ? zeros : `${result.reason}; ${zeros}` };
}
