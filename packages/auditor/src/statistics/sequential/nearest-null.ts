/** Rows of two groups in one batch, and the rates that were bet on before it was seen, in (0, 1). */
export interface TwoSampleBet {
  readonly n0: number;
  readonly q0: number;
  readonly n1: number;
  readonly q1: number;
}

/**
 * Returns the rate `t` of group 0 at which rates `t` and `t + limit` are nearest to the rates of a bet: it minimises
 * `n0 KL(q0 ‖ t) + n1 KL(q1 ‖ t + limit)`, with `KL(q ‖ t) = q ln(q/t) + (1−q) ln((1−q)/(1−t))`, over `0 < t < 1 −
 * limit`. Both bets are inside (0, 1) and the divergence is infinite at the edges, so the minimum is inside too.
 * `limit` is in [0, 1); n0 and n1 are above 0.
 *
 * Where `q1 − q0 > limit` it is the nearest point of the null `p1 − p0 ≤ limit`, where `q1 − q0 < limit` of the null
 * `p1 − p0 ≥ limit`, see `twoSampleLogEValue`. Newton's method on the derivative, which rises, within a bracket.
 */
export function nearestNull({ n0, q0, n1, q1 }: TwoSampleBet, limit: number): number {
  const other = q1 - limit;
  let low = Math.max(0, Math.min(q0, other));
  let high = Math.min(1 - limit, Math.max(q0, other));
  let t = Math.min(high, Math.max(low, (n0 * q0 + n1 * other) / (n0 + n1)));
  if (t <= 0 || t + limit >= 1) t = (low + high) / 2;
  for (let step = 0; step < mostSteps; step++) {
    const u = t + limit;
    const v0 = t * (1 - t);
    const v1 = u * (1 - u);
    const d0 = t - q0;
    const d1 = u - q1;
    const slope = (n0 * d0) / v0 + (n1 * d1) / v1;
    if (slope === 0) return t;
    if (slope > 0) high = t;
    else low = t;
    // Of (t − q) / (t (1 − t)) the derivative is ((t − q)² + q (1 − q)) / (t (1 − t))².
    const curve = (n0 * (d0 * d0 + q0 * (1 - q0))) / (v0 * v0) + (n1 * (d1 * d1 + q1 * (1 - q1))) / (v1 * v1);
    const newton = t - slope / curve;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    if (Math.abs(next - t) <= precision * Math.min(t, 1 - u)) return next;
    t = next;
  }
  return t;
}

/** Newton needs about five; halving the bracket alone would need sixty. */
const mostSteps = 100;

/** A step so small against the distance to the edges ends the search. */
const precision = 1e-13;
