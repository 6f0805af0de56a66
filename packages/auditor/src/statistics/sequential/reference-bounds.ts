import type { Fraction, Interval } from "../wilson-interval.js";

/**
 * Returns bounds of a rate of which `k` of `n` rows are known: each is missed with a probability of at most `alpha`,
 * for any n. They are the rates with `n KL(k/n ‖ rate) = ln(1/alpha)`, after Chernoff's bound; 0 and 1 for n = 0, where
 * nothing is known. Source: Hoeffding 1963, theorem 1.
 */
export function referenceBounds({ k, n }: Fraction, alpha: number): Interval {
  if (n === 0) return { lower: 0, upper: 1 };
  const rate = k / n;
  const reach = Math.log(1 / alpha) / n;
  return { lower: 1 - farthest(1 - rate, reach), upper: farthest(rate, reach) };
}

/** The largest rate t ≥ q with KL(q ‖ t) ≤ reach. */
function farthest(q: number, reach: number): number {
  if (q === 0) return 1 - Math.exp(-reach);
  let [low, high] = [q, 1];
  for (let step = 0; step < 60; step++) {
    const t = (low + high) / 2;
    const divergence = q * Math.log(q / t) + (q === 1 ? 0 : (1 - q) * Math.log((1 - q) / (1 - t)));
    if (divergence <= reach) low = t;
    else high = t;
  }
  return high;
}
