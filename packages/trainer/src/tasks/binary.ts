import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { sigmoid } from "../losses/sigmoid.js";
import type { TrainingTask } from "./training-task.js";

/**
 * Binary cross entropy over one logit z, that of the second class; its prediction is σ(z), and the class is 1 where z >
 * 0.
 */
export function binary(label: Int32Array): TrainingTask {
  const target = Float32Array.from(label, (y) => (y === 1 ? 1 : 0));
  return {
    kind: "binary",
    outputs: 1,
    deployedOutputs: 1,
    labelColumns: target,
    labelWidth: 1,
    predictionWidth: 1,
    predictions: (logits) => logits.map(sigmoid),
    predictionGradient: (predictions, upstream) => upstream.map((g, i) => g * predictions[i]! * (1 - predictions[i]!)),
    loss: (logits, { nodes, taskWeight: weight }) => binaryCrossEntropy(logits, { target, nodes, weight }),
    predictedClasses: (logits) => Int32Array.from(logits, (z) => (z > 0 ? 1 : 0)),
    predictedValues: () => null,
    unit: null,
  };
}
