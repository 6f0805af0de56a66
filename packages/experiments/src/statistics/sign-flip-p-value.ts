import type { Random } from "@evenodds/core";
import { checkFinite } from "./check-finite.js";

/** Sign patterns that are drawn where there are too many to list. */
export const signFlipDraws = 10_000;

/** With this many differences or fewer, every sign pattern is listed: 8192 of them. */
export const mostListedDifferences = 13;

/** Sums that differ by less than this share of all absolute differences are equal but for rounding. */
const tieTolerance = 1e-12;

/**
 * Returns the two-sided p-value of paired differences under the hypothesis that each is as likely with the other sign:
 * the share of sign patterns whose sum is at least as far from 0 as the observed one.
 *
 * Up to 13 differences all patterns are listed, p is exact, and `random` is left alone. Beyond, 10,000 are drawn, and
 * the observed one counts as one more: `p = (1 + #{as far}) / 10,001`. Null without differences. Throws `UsageError`
 * for one that is not a finite number.
 */
export function signFlipPValue(differences: readonly number[], random: Random): number | null {
  checkFinite("differences", differences);
  if (differences.length === 0) return null;
  const reach = differences.reduce((sum, value) => sum + Math.abs(value), 0);
  const observed = Math.abs(differences.reduce((sum, value) => sum + value, 0)) - tieTolerance * reach;
  if (differences.length <= mostListedDifferences) {
    const patterns = 2 ** differences.length;
    let asFar = 0;
    for (let pattern = 0; pattern < patterns; pattern++) {
      if (Math.abs(flippedSum(differences, (i) => ((pattern >> i) & 1) === 1)) >= observed) asFar++;
    }
    return asFar / patterns;
  }
  let asFar = 0;
  for (let draw = 0; draw < signFlipDraws; draw++) {
    if (Math.abs(flippedSum(differences, () => random.uniform() < 0.5)) >= observed) asFar++;
  }
  return (1 + asFar) / (1 + signFlipDraws);
}

function flippedSum(differences: readonly number[], keeps: (i: number) => boolean): number {
  let sum = 0;
  for (let i = 0; i < differences.length; i++) sum += keeps(i) ? differences[i]! : -differences[i]!;
  return sum;
}
