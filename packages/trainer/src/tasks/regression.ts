import type { TrainingTask } from "./training-task.js";
import type { ValueAndGradient } from "../losses/value-and-gradient.js";

/**
 * Squared error over one output. The target is learned in units of its spread: minus the mean, divided by the standard
 * deviation of the training nodes (dividing by n; 1 where all are equal), so that λ and the learning rate mean the same
 * whatever it is measured in. The adversary sees prediction and target in these units; a missing target is 0 there, the
 * mean.
 */
export function regression(target: Float64Array, { train }: { readonly train: Int32Array }): TrainingTask {
  const unit = unitOf(target, train);
  const inUnits = Float32Array.from(target, (value) => (Number.isNaN(value) ? 0 : (value - unit.mean) / unit.spread));
  return {
    kind: "regression",
    outputs: 1,
    deployedOutputs: 1,
    labelColumns: inUnits,
    labelWidth: 1,
    predictionWidth: 1,
    predictions: (logits) => logits,
    predictionGradient: (_, upstream) => upstream,
    loss: (logits, { nodes, taskWeight: weight }) => squaredError(logits, { target: inUnits, nodes, weight }),
    predictedClasses: () => null,
    predictedValues: (logits) => Float64Array.from(logits, (z) => z * unit.spread + unit.mean),
    unit,
  };
}

function unitOf(target: Float64Array, nodes: Int32Array): { mean: number; spread: number } {
  const n = nodes.length;
  let mean = 0;
  for (const node of nodes) mean += target[node]! / n;
  let variance = 0;
  for (const node of nodes) variance += (target[node]! - mean) ** 2 / n;
  return { mean, spread: variance > 0 ? Math.sqrt(variance) : 1 };
}

/**
 * Returns `Σ_i w_i (z_i − t_i)²` over some nodes and its gradient by `output` (z, `[N]`): `2 w_i (z_i − t_i)`, 0 on all
 * others. `target` and `weight` are `[N]`; with weights that sum to 1 this is the mean squared error.
 */
function squaredError(
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
