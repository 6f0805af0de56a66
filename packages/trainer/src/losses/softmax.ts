/** Returns the softmax of every row of `logits [N, width]`: `e^(z_k − max z) / Σ e^(z_j − max z)`. */
export function softmax(logits: Float32Array, width: number): Float32Array {
  const probability = new Float32Array(logits.length);
  for (let row = 0; row < logits.length; row += width) {
    let largest = -Infinity;
    for (let k = row; k < row + width; k++) if (logits[k]! > largest) largest = logits[k]!;
    let sum = 0;
    for (let k = row; k < row + width; k++) sum += Math.exp(logits[k]! - largest);
    for (let k = row; k < row + width; k++) probability[k] = Math.exp(logits[k]! - largest) / sum;
  }
  return probability;
}

/**
 * Returns the gradient by the logits, `p_k (g_k − Σ_j g_j p_j)`, where `upstream` (g) is the one by `probability` (p).
 */
export function softmaxGradient(probability: Float32Array, upstream: Float32Array, width: number): Float32Array {
  const gradient = new Float32Array(probability.length);
  for (let row = 0; row < probability.length; row += width) {
    let mean = 0;
    for (let k = row; k < row + width; k++) mean += upstream[k]! * probability[k]!;
    for (let k = row; k < row + width; k++) gradient[k] = probability[k]! * (upstream[k]! - mean);
  }
  return gradient;
}
