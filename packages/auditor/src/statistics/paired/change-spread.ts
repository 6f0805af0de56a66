import type { Fraction } from "../wilson-interval.js";

/**
 * How the rows of two sets of outcomes go together.
 *
 * - `rows`: the same rows, and both predictions of each are known.
 * - `margins`: as many rows in every cell, the same ones or not, and only the predictions of each model by themselves.
 * - `independent`: other rows.
 */
export type Pairing = "rows" | "margins" | "independent";

/** A change of a rate with the variance that intervals take for it. */
export interface RateChange {
  readonly centre: number;
  readonly variance: number;
}

/** A rate in A and in B. */
export interface RateOfBoth {
  readonly a: Fraction;
  readonly b: Fraction;
}

/**
 * Returns the change of a rate over the same n rows, of which `moved` have the prediction in one model only, with a row
 * added to either kind of them: `d = (k_B − k_A) / (n + 2)`, variance `((moved + 2) / (n + 2) − d²) / (n + 2)`. Where
 * nothing moved, the variance is that of a rare change, not 0.
 *
 * Source: Bonett and Price 2012, "Adjusted Wald confidence interval for a difference of binomial proportions based on
 * paired data".
 */
export function pairedChange({ a, b }: RateOfBoth, moved: number): RateChange {
  const n = a.n + 2;
  const centre = (b.k - a.k) / n;
  return { centre, variance: Math.max(0, (moved + 2) / n - centre ** 2) / n };
}

/**
 * Returns the variance of `p_A + p_B`, given that of the change: `2 V_A + 2 V_B − V(p_B − p_A)`, with a row of either
 * kind added to each side.
 */
export function sumVariance({ a, b }: RateOfBoth, change: number): number {
  return Math.max(0, 2 * smoothedVariance(a) + 2 * smoothedVariance(b) - change);
}

/** Returns `p (1 − p) / (n + 2)` with `p = (k + 1) / (n + 2)`. */
export function smoothedVariance({ k, n }: Fraction): number {
  const p = (k + 1) / (n + 2);
  return (p * (1 - p)) / (n + 2);
}

/** Returns the fewest rows that can have the prediction in one of two models only. */
export function fewestMoved({ a, b }: RateOfBoth): number {
  return Math.abs(b.k - a.k);
}

/** Returns the most rows that can have the prediction in one of two models only, given how many have it in each. */
export function mostMoved({ a, b }: RateOfBoth): number {
  return Math.min(a.k + b.k, a.n - a.k + (b.n - b.k));
}

/**
 * Returns the change of a rate between two independent samples, with a row of either kind added to each: `p = (k + 1) /
 * (n + 2)`, variance `p_A (1 − p_A) / (n_A + 2) + p_B (1 − p_B) / (n_B + 2)`.
 *
 * Source: Agresti and Caffo 2000, "Simple and effective confidence intervals for proportions and differences of
 * proportions result from adding two successes and two failures".
 */
export function independentChange({ a, b }: RateOfBoth): RateChange {
  const [p, q] = [a, b].map(({ k, n }) => (k + 1) / (n + 2)) as [number, number];
  return { centre: q - p, variance: smoothedVariance(a) + smoothedVariance(b) };
}
