import type { Fraction, Interval } from "./wilson-interval.js";

/**
 * Returns Koopman's score interval of the ratio of two independent proportions, `p₁ / p₂`, in [0, ∞]; null where one of
 * them has no rows. `z` is the normal quantile of the wanted level (1.96 for 95 %).
 *
 * It holds every ratio φ that the score test does not reject: `(k₁/n₁ − φ k₂/n₂)² ≤ z² (q₁(1 − q₁)/n₁ + φ² q₂(1 −
 * q₂)/n₂)`, where `q₁ = φ q₂` are the likeliest proportions of this ratio: `q₁` is the smaller root of `(n₁ + n₂) q² −
 * (φ(n₁ + k₂) + k₁ + n₂) q + φ(k₁ + k₂) = 0`. The lower bound is 0 where k₁ is 0, the upper one Infinity where k₂ is
 * 0.
 *
 * Source: Koopman 1984, "Confidence intervals for the ratio of two binomial proportions". The same as statsmodels'
 * `confint_proportions_2indep` with `compare="ratio"`, `method="score"` and `correction=False`.
 */
export function koopmanInterval(
  pair: { readonly first: Fraction; readonly second: Fraction },
  z: number,
): Interval | null {
  const { first, second } = pair;
  if (first.n <= 0 || second.n <= 0) return null;
  return {
    lower: lowerBound(pair, z),
    // p₂/p₁ is tested by the same statistic.
    upper: 1 / lowerBound({ first: second, second: first }, z),
  };
}

/** Bisection on a logarithmic scale halves until two neighbouring numbers are left; fewer steps always do. */
const mostSteps = 200;

function lowerBound(pair: { readonly first: Fraction; readonly second: Fraction }, z: number): number {
  const { first, second } = pair;
  if (first.k <= 0) return 0;
  let step = 1;
  // The measured ratio is always likely. Where it is infinite, some large one is: from where half a row would lie, up.
  let accepted = Math.log(first.k / first.n / (Math.max(second.k, 0.5) / second.n));
  while (second.k <= 0 && !isLikely(Math.exp(accepted), pair, z)) accepted += step;
  let rejected = accepted - step;
  while (isLikely(Math.exp(rejected), pair, z)) {
    accepted = rejected;
    step *= 2;
    rejected -= step;
  }
  for (let i = 0; i < mostSteps; i++) {
    const middle = (accepted + rejected) / 2;
    if (middle === accepted || middle === rejected) break;
    if (isLikely(Math.exp(middle), pair, z)) accepted = middle;
    else rejected = middle;
  }
  return Math.exp(accepted);
}

/** Whether the score test does not reject the ratio φ. */
function isLikely(
  ratio: number,
  { first, second }: { readonly first: Fraction; readonly second: Fraction },
  z: number,
): boolean {
  const a = first.n + second.n;
  const b = ratio * (first.n + second.k) + first.k + second.n;
  const c = ratio * (first.k + second.k);
  // The smaller root, in the form that loses no digits where it is near 0.
  const p1 = Math.min(1, (2 * c) / (b + Math.sqrt(Math.max(0, b * b - 4 * a * c))));
  const p2 = Math.min(1, p1 / ratio);
  const variance = (p1 * (1 - p1)) / first.n + (ratio * ratio * p2 * (1 - p2)) / second.n;
  const difference = first.k / first.n - (ratio * second.k) / second.n;
  return difference * difference <= z * z * variance;
}
