import { describeSample } from "./describe-sample.js";
import { tooFew, tTestResult, withoutSpread, type TTestResult } from "./t-test-result.js";

/**
 * Tests whether two samples have the same mean, without assuming the same variance:
 * `t = (m₁ − m₂) / √(e₁ + e₂)` for `eᵢ = sᵢ²/nᵢ`, with `(e₁ + e₂)² / (e₁²/(n₁−1) + e₂²/(n₂−1))` degrees of freedom,
 * two-sided. Source: Welch 1947.
 *
 * Edges: fewer than two values in a sample give nulls. Where √(s₁² + s₂²) is at most a millionth of |m₁ − m₂|, t is
 * null and p = 0; where both are 0, p = 1. Throws `UsageError` for a value that is not a finite number.
 */
export function welchTTest({
  first,
  second,
}: {
  readonly first: ArrayLike<number>;
  readonly second: ArrayLike<number>;
}): TTestResult {
  const [one, two] = [describeSample(first), describeSample(second)];
  if (one.mean === null || one.sd === null || two.mean === null || two.sd === null) return tooFew();
  const mean = one.mean - two.mean;
  const flat = withoutSpread({ mean, sd: Math.hypot(one.sd, two.sd) });
  if (flat !== null) return flat;
  const error = Math.hypot(one.sem!, two.sem!);
  const shares = [(one.sem! / error) ** 4 / (one.n - 1), (two.sem! / error) ** 4 / (two.n - 1)];
  return tTestResult(mean / error, 1 / (shares[0]! + shares[1]!));
}
