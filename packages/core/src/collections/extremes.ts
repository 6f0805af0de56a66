/**
 * Returns the largest of any number of values, `start` where there are none (default: −∞); NaN where one of them is.
 * Unlike `Math.max(...values)`, which ends where a call has too many arguments, at about 120,000.
 */
export function maximum(values: Iterable<number>, start = -Infinity): number {
  let most = start;
  for (const value of values) most = Math.max(most, value);
  return most;
}

/**
 * Returns the smallest of any number of values, `start` where there are none (default: ∞); NaN where one of them is.
 */
export function minimum(values: Iterable<number>, start = Infinity): number {
  let least = start;
  for (const value of values) least = Math.min(least, value);
  return least;
}
