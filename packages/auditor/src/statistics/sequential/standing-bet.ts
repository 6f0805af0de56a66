/** Rates of two groups as they are bet on, and the rows that they rest on. */
export interface MeasuredPair {
  readonly q0: number;
  readonly weight0: number;
  readonly q1: number;
  readonly weight1: number;
}

/**
 * Returns the gap of a standing bet: 0.1 more than the limit, a size that matters to most who watch, or half of the way
 * from the limit to 1 where that is less. A bet on what was measured is right in the end, but its size is a guess for
 * as long as there are few rows; this one has no size to learn.
 */
export function standingGap(limit: number): number {
  return Math.min(limit + standingExcess, (1 + limit) / 2);
}

const standingExcess = 0.1;

/**
 * Returns the rate q0 of a standing bet on the rates q0 and `q0 + standingGap(limit)`: the one that fits the measured
 * rates best, weighing each by its rows: `(w0 q0 + w1 (q1 − gap)) / (w0 + w1)`, kept half a row away from where one of
 * the two would be 0 or 1. NaN, for no bet, while less than half of the excess over the limit was measured, and where a
 * rate is NaN.
 */
export function standingRate({ q0, weight0, q1, weight1 }: MeasuredPair, limit: number): number {
  const gap = standingGap(limit);
  if (!(q1 - q0 > (limit + gap) / 2)) return NaN;
  const rows = weight0 + weight1;
  const margin = 0.5 / rows;
  const pooled = (weight0 * q0 + weight1 * (q1 - gap)) / rows;
  return (1 - gap) * Math.min(1 - margin, Math.max(margin, pooled / (1 - gap)));
}
