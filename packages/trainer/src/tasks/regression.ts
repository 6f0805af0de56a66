import { squaredError } from "../losses/squared-error.js";
import type { TrainingTask } from "./training-task.js";

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
