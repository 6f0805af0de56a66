import * as tf from "@tensorflow/tfjs-core";
import { withGradient } from "./with-gradient.js";

/** A function of every row of a tensor whose values were computed outside the engine, side by side with constants. */
export interface OutsideValues {
  /** `[N, W]`, row-major; the first `width` columns are the function's values. */
  readonly columns: Float32Array;
  readonly width: number;
  /** Returns the gradient by the input from the one by the values `[N, width]`. */
  readonly gradient: (upstream: Float32Array) => Float32Array;
}

/**
 * Returns `columns` as a tensor `[N, W]` that is differentiable by `x [N, C]`. On narrow tensors one pass over the
 * values takes less time than the engine's operations, and is the same on all engines.
 */
export function withValues(x: tf.Tensor2D, { columns, width, gradient }: OutsideValues): tf.Tensor2D {
  const nodes = x.shape[0];
  const all = columns.length / nodes;
  return withGradient([x], () => ({
    value: tf.tensor2d(columns, [nodes, all]),
    gradFunc: (dy: tf.Tensor2D) => {
      const values = dy.dataSync<"float32">();
      const upstream = new Float32Array(nodes * width);
      for (let n = 0; n < nodes; n++) {
        for (let c = 0; c < width; c++) upstream[n * width + c] = values[n * all + c]!;
      }
      return tf.tensor2d(gradient(upstream), x.shape);
    },
  }));
}
