import { sigmoid } from "./sigmoid.js";
import type { ValueAndGradient } from "./value-and-gradient.js";

/**
 * Returns the mean over `nodes` of `−t log σ(z) − (1 − t) log(1 − σ(z))`, computed as
 * `max(z, 0) − z t + log(1 + e^−|z|)`, which does not overflow, and its gradient by the logits: `(σ(z) − t) / n`, 0 on
 * all other nodes. `logits` and `target` (0 … 1) are `[N]`; with `flipped`, t is 1 − target. With `weight` `[N]`, whose
 * sum over the nodes is 1, the mean is weighted by it. Without nodes the value is 0.
 */
export function binaryCrossEntropy(
  logits: Float32Array,
  {
    target,
    nodes,
    flipped = false,
    weight,
  }: {
    readonly target: Uint8Array | Int32Array | Float32Array;
    readonly nodes: Int32Array;
    readonly flipped?: boolean;
    readonly weight?: Float32Array;
  },
): ValueAndGradient {
  const gradient = new Float32Array(logits.length);
  let value = 0;
  for (const node of nodes) {
    const z = logits[node]!;
    const t = flipped ? 1 - target[node]! : target[node]!;
    const w = weight === undefined ? 1 / nodes.length : weight[node]!;
    value += w * (Math.max(z, 0) - z * t + Math.log1p(Math.exp(-Math.abs(z))));
    gradient[node] = w * (sigmoid(z) - t);
  }
  return { value, gradient };
}
