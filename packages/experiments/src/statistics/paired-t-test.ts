import { describeSample } from "./describe-sample.js";
import { tooFew, tTestResult, withoutSpread, type TTestResult } from "./t-test-result.js";

/**
 * Tests whether paired differences have mean 0: `t = m / (s/√n)` with n − 1 degrees of freedom, two-sided.
 *
 * Edges: fewer than two differences give nulls. Where s is at most a millionth of |m|, which is the rounding of
 * float32, t is null and p = 0; where both are 0, p = 1. Throws `UsageError` for a difference that is not a finite
 * number.
 */
export function pairedTTest(differences: ArrayLike<number>): TTestResult {
  const { n, mean, sd, sem } = describeSample(differences);
  if (mean === null || sd === null || sem === null) return tooFew();
  return withoutSpread({ mean, sd }) ?? tTestResult(mean / sem, n - 1);
}
