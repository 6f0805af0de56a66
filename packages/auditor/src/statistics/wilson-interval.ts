/** Bounds of an interval. */
export interface Interval {
  readonly lower: number;
  readonly upper: number;
}

/** `k` of `n` rows. */
export interface Fraction {
  readonly k: number;
  readonly n: number;
}

/**
 * Returns Wilson's score interval of a proportion, in [0, 1]; `z` is the normal quantile of the wanted level (1.96 for
 * 95 %). It contains k/n, and stays wide for small n even where k is 0 or n. Null for n = 0.
 *
 * Formula: `(2k + z² ± z √(z² + 4k(n−k)/n)) / (2(n + z²))`. Source: Wilson 1927.
 */
export function wilsonInterval({ k, n }: Fraction, z: number): Interval | null {
  if (n <= 0) return null;
  const centre = 2 * k + z * z;
  const width = z * Math.sqrt(z * z + (4 * k * (n - k)) / n);
  const scale = 2 * (n + z * z);
  // The bound at the edge is 0 or 1 exactly; rounding must not leave 1e-17 there.
  return {
    lower: k === 0 ? 0 : Math.max(0, (centre - width) / scale),
    upper: k === n ? 1 : Math.min(1, (centre + width) / scale),
  };
}
