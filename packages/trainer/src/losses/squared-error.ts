import type { ValueAndGradient } from "./value-and-gradient.js";

/**
 * Returns `Σ_i w_i (z_i − t_i)²` over some nodes and its gradient by `output` (z, `[N]`): `2 w_i (z_i − t_i)`, 0 on all
 * others. `target` and `weight` are `[N]`; with weights that sum to 1 this is the mean squared error.
 */
export function squaredError(
  output: Float32Array,
  mean: { readonly target: Float32Array; readonly nodes: Int32Array; readonly weight: Float32Array },
): ValueAndGradient {
  const gradient = new Float32Array(output.length);
  let value = 0;
  for (const node of mean.nodes) {
    const error = output[node]! - mean.target[node]!;
    value += mean.weight[node]! * error * error;
    gradient[node] = 2 * mean.weight[node]! * error;
  }
  return { value, gradient };
}
