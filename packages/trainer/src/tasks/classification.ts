import { crossEntropy } from "../losses/cross-entropy.js";
import { softmax, softmaxGradient } from "../losses/softmax.js";
import type { TrainingTask } from "./training-task.js";

/**
 * Categorical cross entropy over one logit per class. With `noneColumn` a further logit stands for unlabelled nodes: it
 * takes part in the softmax that the adversary sees, and in nothing else (official code).
 */
export function classification(
  label: Int32Array,
  { classCount, noneColumn }: { readonly classCount: number; readonly noneColumn: boolean },
): TrainingTask {
  const outputs = classCount + (noneColumn ? 1 : 0);
  return {
    kind: "classification",
    outputs,
    deployedOutputs: classCount,
    labelColumns: oneHot(label, { classCount, width: outputs }),
    labelWidth: outputs,
    predictionWidth: outputs,
    predictions: (logits) => softmax(logits, outputs),
    predictionGradient: (predictions, upstream) => softmaxGradient(predictions, upstream, outputs),
    loss: (logits, { nodes, taskWeight: weight }) =>
      crossEntropy(logits, { width: outputs, classCount, label, nodes, weight }),
    predictedClasses: (logits) => largestLogits(logits, { width: outputs, classCount }),
    predictedValues: () => null,
    unit: null,
  };
}

/** Returns `[N]` the class with the largest logit, the first of equals; `None` is never predicted. */
function largestLogits(
  logits: Float32Array,
  { width, classCount }: { readonly width: number; readonly classCount: number },
): Int32Array {
  const prediction = new Int32Array(logits.length / width);
  for (let n = 0; n < prediction.length; n++) {
    for (let c = 1; c < classCount; c++) {
      if (logits[n * width + c]! > logits[n * width + prediction[n]!]!) prediction[n] = c;
    }
  }
  return prediction;
}

/**
 * `[N, width]`; an unlabelled node has 1 in the `None` column that follows the classes, or zeros where there is none.
 */
function oneHot(label: Int32Array, { classCount, width }: { classCount: number; width: number }): Float32Array {
  const columns = new Float32Array(label.length * width);
  label.forEach((y, node) => {
    const column = y < 0 ? classCount : y;
    if (column < width) columns[node * width + column] = 1;
  });
  return columns;
}
