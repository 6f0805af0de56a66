/** `s` of the `n` rows of a group and label got one prediction, batch by batch. */
export interface RateSeries {
  /** `[B]` */
  readonly s: Float64Array;
  /** `[B]` */
  readonly n: Float64Array;
}

/** What is known of a rate before each batch is seen, with each memory. */
export interface RunningBets {
  /** The rate that is bet on, `[M, B]`: `(S + 1) / (N + 2)`. NaN, for no bet, before there are rows. */
  readonly rates: Float64Array;
  /** How many rows it rests on, with the two that were made up, `[M, B]`: `N + 2`. */
  readonly weights: Float64Array;
}

/**
 * How much of each earlier batch the next bet remembers, for every batch that has passed since. All of it is best while
 * rates stay the same; a fading memory sees a change sooner. Bets are made with each.
 */
export const memories: readonly number[] = [1, 0.8];

/**
 * Returns what can be bet on a rate before each batch is seen. S and N are the sums over all earlier batches, each
 * batch weighing `memory` times as much as the one after it.
 */
export function runningBets({ s, n }: RateSeries): RunningBets {
  const batches = s.length;
  const rates = new Float64Array(memories.length * batches);
  const weights = new Float64Array(memories.length * batches);
  memories.forEach((memory, m) => {
    let [sum, rows] = [0, 0];
    let known = false;
    for (let b = 0; b < batches; b++) {
      weights[m * batches + b] = rows + 2;
      rates[m * batches + b] = known ? (sum + 1) / (rows + 2) : NaN;
      sum = memory * sum + s[b]!;
      rows = memory * rows + n[b]!;
      known ||= n[b]! > 0;
    }
  });
  return { rates, weights };
}
