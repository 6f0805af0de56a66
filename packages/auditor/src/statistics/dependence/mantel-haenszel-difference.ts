import type { Fraction } from "../wilson-interval.js";

/** The difference of a rate between two sides that all strata have in common, with its interval. */
export interface CommonDifference {
  /** In [−1, 1]; negative where the first side has the lower rate. */
  readonly difference: number;
  /** In [−1, 1]; null where every rate of every stratum is 0 on both sides, or 1 on both: nothing varies. */
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The same rate on two sides of one stratum. */
export interface FractionPair {
  readonly first: Fraction;
  readonly second: Fraction;
}

/**
 * Returns Mantel and Haenszel's common risk difference of the strata, `Σ w (p₁ − p₂) / Σ w` with `w = n₁ n₂ / N`, and
 * Klingenberg's score interval of it: all δ with `(δ̂ − δ)² ≤ z² (δ P + Q) / W²`, where Sato's variance has
 * `P = Σ (n₁² k₂ − n₂² k₁ + n₁ n₂ (n₂ − n₁)/2) / N²`, `Q = Σ (k₁ (n₂ − k₂) + k₂ (n₁ − k₁)) / 2N`, `W = Σ w`. It
 * holds for few large strata and for many small ones.
 *
 * Where strata differ, it is their weighted mean: opposite differences cancel. Strata without rows on one side take no
 * part; null where none is left. `z` is the normal quantile of the interval, such as 1.96 for 95 %.
 *
 * Source: Greenland and Robins 1985; Sato, Greenland and Robins 1989; Klingenberg 2014, "A new and improved confidence
 * interval for the Mantel–Haenszel risk difference".
 */
export function mantelHaenszelDifference(strata: Iterable<FractionPair>, z: number): CommonDifference | null {
  let [weights, differences, p, q] = [0, 0, 0, 0];
  for (const { first, second } of strata) {
    const [n1, n2] = [first.n, second.n];
    if (!(n1 > 0 && n2 > 0)) continue;
    const [k1, k2] = [first.k, second.k];
    const all = n1 + n2;
    weights += (n1 * n2) / all;
    differences += (k1 * n2 - k2 * n1) / all;
    p += (n1 / all) * ((n1 * k2) / all) - (n2 / all) * ((n2 * k1) / all) + ((n1 / all) * (n2 / all) * (n2 - n1)) / 2;
    q += (k1 * (n2 - k2) + k2 * (n1 - k1)) / (2 * all);
  }
  if (weights === 0) return null;
  const difference = differences / weights;
  if (q === 0) return { difference, lower: null, upper: null };
  const square = (z / weights) ** 2;
  const middle = difference + (square * p) / 2;
  const half = Math.sqrt(Math.max(0, middle ** 2 - difference ** 2 + square * q));
  return { difference, lower: Math.max(-1, middle - half), upper: Math.min(1, middle + half) };
}
