import { nearestNull, type TwoSampleBet } from "./nearest-null.js";

/** How many of the rows of each group got the prediction, `s` of `n`, and the bets. */
export interface TwoSampleBatch extends TwoSampleBet {
  readonly s0: number;
  readonly s1: number;
}

/**
 * Returns the logarithm of the e-value of one batch, against the null on whose other side the bets lie:
 * `p1 − p0 ≤ limit` where `q1 − q0 > limit`, and `p1 − p0 ≥ limit` where `q1 − q0 < limit`. It is the likelihood ratio
 * of the bets to the nearest point of the null, (t, t + limit):
 *
 * `s0 ln(q0/t) + (n0−s0) ln((1−q0)/(1−t)) + s1 ln(q1/(t+limit)) + (n1−s1) ln((1−q1)/(1−t−limit))`
 *
 * 0 where a group has no rows or the bets lie on the limit: nothing is bet then.
 *
 * Its mean is at most 1 under every point of the null, for all n0 and n1, if the bets were made before the batch was
 * seen. For one row of group i with rate p, the mean of its factor is `1 + a_i (p − t_i)` with
 * `a_i = (q_i − t_i) / (t_i (1 − t_i))`, so by `1 + x ≤ exp(x)` the mean of the product is at most
 * `exp(Σ_i n_i a_i (p_i − t_i))`, with p_i the mean rate of the batch's rows. The sum is minus the derivative of the
 * divergence from the nearest point towards (p0, p1), and the null is convex, so it is 0 or less. Rates may therefore
 * differ from row to row and from batch to batch; it is their mean over the rows of a group in a batch that has to
 * satisfy the null.
 *
 * Source: Turner, Ly and Grünwald 2024, "Generic E-variables for exact sequential k-sample tests that allow for
 * optional stopping"; Chugg et al. 2023, "Auditing fairness by betting", arXiv 2305.17570.
 */
export function twoSampleLogEValue(batch: TwoSampleBatch, limit: number): number {
  const { s0, n0, q0, s1, n1, q1 } = batch;
  if (n0 === 0 || n1 === 0 || q1 - q0 === limit) return 0;
  const t = nearestNull(batch, limit);
  return logRatio(s0, { n: n0, q: q0, t }) + logRatio(s1, { n: n1, q: q1, t: t + limit });
}

/**
 * Returns the logarithm of the likelihood ratio of rate `q` to rate `t` for `s` of `n` rows:
 * `s ln(q/t) + (n−s) ln((1−q)/(1−t))`. Both are inside (0, 1). With a bet `q` above `t` it is the e-value of one batch
 * against the null `p ≤ t`, with one below it against `p ≥ t`.
 */
export function logRatio(
  s: number,
  { n, q, t }: { readonly n: number; readonly q: number; readonly t: number },
): number {
  // Small batches mostly have none of the one or of the other, and logarithms are what takes time here.
  const hit = s === 0 ? 0 : s * Math.log(q / t);
  return s === n ? hit : hit + (n - s) * Math.log((1 - q) / (1 - t));
}
