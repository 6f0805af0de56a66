import type { Fraction } from "../statistics/wilson-interval.js";

/** Digits behind the point of the sum before it is rounded: far more than the 17 that a number holds. */
const digits = 40;

/**
 * Returns the correctly rounded sum of fractions `k/n` with `n > 0`, so that a mean of 1/10 and 1/5 is 0.15, the very
 * number that a limit of 0.15 is, and not 0.15000000000000002. Counts that are not whole are added as numbers.
 */
export function exactSum(fractions: readonly Fraction[]): number {
  if (!fractions.every(({ k, n }) => Number.isSafeInteger(k) && Number.isSafeInteger(n))) {
    return fractions.reduce((sum, { k, n }) => sum + k / n, 0);
  }
  let [numerator, denominator] = [0n, 1n];
  for (const { k, n } of fractions) {
    numerator = numerator * BigInt(n) + BigInt(k) * denominator;
    denominator *= BigInt(n);
    const common = commonDivisor(numerator < 0n ? -numerator : numerator, denominator);
    numerator /= common;
    denominator /= common;
  }
  return Number(`${(numerator * 10n ** BigInt(digits)) / denominator}e-${digits}`);
}

function commonDivisor(a: bigint, b: bigint): bigint {
  return b === 0n ? a : commonDivisor(b, a % b);
}
