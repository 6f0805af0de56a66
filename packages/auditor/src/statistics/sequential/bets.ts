/** `s` of the `n` rows of a group and label got one prediction, batch by batch. */
export interface RateSeries {
  /** `[B]` */
  readonly s: Float64Array;
  /** `[B]` */
  readonly n: Float64Array;
}

/**
 * How much of each earlier batch the next bet remembers, for every batch that has passed since. All of it is best while
 * rates stay the same; a fading memory sees a change sooner. Half of the money is bet on each, see `cellEvidence`.
 */
export const memories: readonly number[] = [1, 0.8];

/**
 * Returns the rate that is bet on before each batch is seen, `[M, B]`: `(S + 1) / (N + 2)`, where S and N are the sums
 * over all earlier batches, each batch weighing `memory` times as much as the one after it. NaN, for no bet, before
 * there are rows.
 */
export function betRates({ s, n }: RateSeries): Float64Array {
  const batches = s.length;
  const bets = new Float64Array(memories.length * batches);
  memories.forEach((memory, m) => {
    let [sum, rows] = [0, 0];
    let known = false;
    for (let b = 0; b < batches; b++) {
      bets[m * batches + b] = known ? (sum + 1) / (rows + 2) : NaN;
      sum = memory * sum + s[b]!;
      rows = memory * rows + n[b]!;
      known ||= n[b]! > 0;
    }
  });
  return bets;
}
