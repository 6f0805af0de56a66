import * as tf from "@tensorflow/tfjs-core";
import { softmaxGradient } from "../losses/softmax.js";
import { withGradient } from "./with-gradient.js";

/**
 * Returns `[softmax(logits), …]`, `[N, W]`, from the `columns` of which the first C are the softmax of `logits [N, C]`, row-major
 * and computed outside the engine; differentiable by the logits. On narrow tensors one pass over the values takes less
 * time than the engine's operations, and is the same on all engines.
 */
export function withProbabilities(
  logits: tf.Tensor2D,
  { probability, columns }: { readonly probability: Float32Array; readonly columns: Float32Array },
): tf.Tensor2D {
  const [nodes, classes] = logits.shape;
  const width = columns.length / nodes;
  return withGradient([logits], () => ({
    value: tf.tensor2d(columns, [nodes, width]),
    gradFunc: (dy: tf.Tensor2D) => {
      const all = dy.dataSync<"float32">();
      const upstream = new Float32Array(nodes * classes);
      for (let n = 0; n < nodes; n++) {
        for (let c = 0; c < classes; c++) upstream[n * classes + c] = all[n * width + c]!;
      }
      return tf.tensor2d(softmaxGradient(probability, upstream, classes), [nodes, classes]);
    },
  }));
}
