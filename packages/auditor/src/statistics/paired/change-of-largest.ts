import type { Interval } from "../wilson-interval.js";

/** A difference of two rates, with its sign. */
export interface MeasuredDifference {
  readonly centre: number;
  /** Standard error. */
  readonly error: number;
}

/** What is known of one comparison of two groups, whose rates differ by d_A in A and by d_B in B. */
export interface ComparedChange {
  readonly a: MeasuredDifference;
  readonly b: MeasuredDifference;
  /** Interval of d_B − d_A. */
  readonly change: Interval;
  /** Interval of d_B + d_A, which is the change of sizes where the signs differ. */
  readonly sum: Interval;
}

/** How one comparison is told from others. */
export interface RivalOptions {
  /** Normal quantile of the bound between a comparison and its rival. */
  readonly z: number;
  /** Whether two comparisons, as indices, have no rows in common. */
  readonly areApart: (one: number, other: number) => boolean;
}

/**
 * Returns bounds of `D_B − D_A`, with D the largest |d| over comparisons. D_B is the |d_B| of some comparison c, and
 * D_A is at least |d_A| of c, and of the rival r, whose d_A was found to be the largest. With t the sign of d_B(c) and
 * s that of d_A(r), the change is therefore at most each of `t d_B(c) − d_A(c)`, `t d_B(c) + d_A(c)` and
 * `t d_B(c) − s d_A(r)`. The upper bound is the largest that the smallest of them can be in any comparison and for any
 * sign t; the lower one is the same with A and B exchanged. Standard errors of c and r add up as those of independent
 * numbers where the two have no rows in common, else as they are.
 *
 * Which c and t it is need not be known, and they are the same whatever rows were drawn. So the upper bound is right
 * wherever those of this one comparison are: there is no price for many of them, and ties do no harm. Only the rival is
 * found in the rows, so its quantile has to hold for all comparisons together.
 */
export function changeOfLargest(compared: readonly ComparedChange[], options: RivalOptions): Interval {
  const upper = mostGain(compared, options);
  const reversed = compared.map(({ a, b, change, sum }) => ({
    a: b,
    b: a,
    change: { lower: -change.upper, upper: -change.lower },
    sum,
  }));
  return { lower: -mostGain(reversed, options), upper };
}

function mostGain(compared: readonly ComparedChange[], { z, areApart }: RivalOptions): number {
  let rival = 0;
  compared.forEach(({ a }, at) => {
    if (Math.abs(a.centre) > Math.abs(compared[rival]!.a.centre)) rival = at;
  });
  const least = compared[rival]!.a;
  let most = -1;
  compared.forEach(({ b, change, sum }, at) => {
    const error = areApart(at, rival) ? Math.hypot(b.error, least.error) : b.error + least.error;
    const above = at === rival ? Infinity : z * error - Math.abs(least.centre);
    const positive = Math.min(change.upper, sum.upper, b.centre + above);
    const negative = Math.min(-sum.lower, -change.lower, -b.centre + above);
    most = Math.max(most, positive, negative);
  });
  return Math.min(1, most);
}
