import type { ValueAndGradient } from "./value-and-gradient.js";

/**
 * Returns the mean over `nodes` of `−t log σ(z) − (1 − t) log(1 − σ(z))`, computed as
 * `max(z, 0) − z t + log(1 + e^−|z|)`, which does not overflow, and its gradient by the logits: `(σ(z) − t) / n`, 0 on all
 * other nodes. `logits` and `target` (0 or 1) are `[N]`; with `flipped`, t is 1 − target. Without nodes the value is 0.
 */
export function binaryCrossEntropy(
  logits: Float32Array,
  {
    target,
    nodes,
    flipped = false,
  }: { readonly target: Uint8Array; readonly nodes: Int32Array; readonly flipped?: boolean },
): ValueAndGradient {
  const gradient = new Float32Array(logits.length);
  const weight = nodes.length === 0 ? 0 : 1 / nodes.length;
  let value = 0;
  for (const node of nodes) {
    const z = logits[node]!;
    const t = flipped ? 1 - target[node]! : target[node]!;
    const small = Math.exp(-Math.abs(z));
    value += weight * (Math.max(z, 0) - z * t + Math.log1p(small));
    gradient[node] = weight * ((z >= 0 ? 1 : small) / (1 + small) - t);
  }
  return { value, gradient };
}
