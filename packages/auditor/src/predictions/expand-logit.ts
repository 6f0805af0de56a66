import type { Logits } from "./predict-classes.js";

/**
 * Returns the two logits `[0, z]` that say the same as one logit z of the second class: their softmax is `1 − σ(z)` and
 * `σ(z)`, and the second is the larger where z > 0. At z = 0 the first class is predicted. A NaN or infinite z stays
 * one.
 */
export function expandLogit(logit: Float32Array | Float64Array): Logits {
  const logits =
    logit instanceof Float32Array ? new Float32Array(2 * logit.length) : new Float64Array(2 * logit.length);
  for (let n = 0; n < logit.length; n++) logits[2 * n + 1] = logit[n]!;
  return { logits, columns: 2 };
}
