import tCdf from "@stdlib/stats-base-dists-t-cdf";

/** What a t-test says. */
export interface TTestResult {
  /** t; null where it is undefined. */
  readonly statistic: number | null;
  readonly degreesOfFreedom: number | null;
  /** Two-sided; null where the samples are too small for a test. */
  readonly pValue: number | null;
  /** Why `statistic` is null. */
  readonly reason: string | null;
}

/**
 * Returns the result of a t with its degrees of freedom: `p = 2 P(T ≤ −|t|)`, which keeps its digits in the far tail.
 */
export function tTestResult(statistic: number, degreesOfFreedom: number): TTestResult {
  const pValue = Math.min(1, 2 * tCdf(-Math.abs(statistic), degreesOfFreedom));
  return { statistic, degreesOfFreedom, pValue, reason: null };
}

/** Returns the result for samples that are too small. */
export function tooFew(): TTestResult {
  return { statistic: null, degreesOfFreedom: null, pValue: null, reason: "fewer than two values" };
}

/** A standard deviation of at most this share of the mean is taken for the rounding of float32. */
const smallestSpread = 1e-6;

/**
 * Returns the result for values without spread, null where there is some: p = 0 for a mean other than 0 of which `sd`
 * is at most a millionth, p = 1 where both are 0.
 */
export function withoutSpread({ mean, sd }: { readonly mean: number; readonly sd: number }): TTestResult | null {
  if (sd > smallestSpread * Math.abs(mean)) return null;
  const pValue = mean === 0 ? 1 : 0;
  return { statistic: null, degreesOfFreedom: null, pValue, reason: "the values have no spread" };
}
