import type { ValueAndGradient } from "./value-and-gradient.js";

/**
 * Returns `Σ_i w_i · −log softmax(z_i)[y_i]` over some nodes, where z_i are the first `classCount` of the `width`
 * logits of node i (`logits [N, width]`), and its gradient by the logits: `w_i (softmax(z_i) − y_i)`, 0 on all others.
 * `label` and `weight` are `[N]`; all of `nodes` have a label. With weights that sum to 1 this is the weighted mean
 * cross entropy.
 */
export function crossEntropy(
  logits: Float32Array,
  mean: {
    readonly width: number;
    readonly classCount: number;
    readonly label: Int32Array;
    readonly nodes: Int32Array;
    readonly weight: Float32Array;
  },
): ValueAndGradient {
  const { width, classCount, label, nodes, weight } = mean;
  const gradient = new Float32Array(logits.length);
  let value = 0;
  for (const node of nodes) {
    const row = node * width;
    const w = weight[node]!;
    let largest = -Infinity;
    for (let k = row; k < row + classCount; k++) if (logits[k]! > largest) largest = logits[k]!;
    let sum = 0;
    for (let k = row; k < row + classCount; k++) sum += Math.exp(logits[k]! - largest);
    const own = row + label[node]!;
    value += w * (Math.log(sum) - (logits[own]! - largest));
    for (let k = row; k < row + classCount; k++) {
      gradient[k] = w * (Math.exp(logits[k]! - largest) / sum - (k === own ? 1 : 0));
    }
  }
  return { value, gradient };
}
