import type { ValueAndGradient } from "./value-and-gradient.js";

/**
 * Returns the mean over `nodes` of `−Σ_k t_k log softmax(z)_k` and its gradient by the logits, `(softmax(z) − t) / n`,
 * 0 on all other nodes. `logits` and `target` are `[N, width]`, each row of the target sums to 1. Without nodes the
 * value is 0.
 */
export function softCrossEntropy(
  logits: Float32Array,
  { target, width, nodes }: { readonly target: Float32Array; readonly width: number; readonly nodes: Int32Array },
): ValueAndGradient {
  const gradient = new Float32Array(logits.length);
  let value = 0;
  for (const node of nodes) {
    const row = node * width;
    let largest = -Infinity;
    for (let k = row; k < row + width; k++) if (logits[k]! > largest) largest = logits[k]!;
    let sum = 0;
    for (let k = row; k < row + width; k++) sum += Math.exp(logits[k]! - largest);
    const logSum = Math.log(sum) + largest;
    for (let k = row; k < row + width; k++) {
      value += (target[k]! * (logSum - logits[k]!)) / nodes.length;
      gradient[k] = (Math.exp(logits[k]! - logSum) - target[k]!) / nodes.length;
    }
  }
  return { value, gradient };
}
