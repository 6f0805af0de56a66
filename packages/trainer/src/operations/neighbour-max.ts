import * as tf from "@tensorflow/tfjs-core";
import type { PlacedArcs } from "./placed-arcs.js";
import { withGradient } from "./with-gradient.js";

/**
 * `y[i, c] = max over j of x[j, c]`, j the sources of the arcs into i; 0 where there are none. For `x [N, H]`; returns
 * `[N, H]`. x has no NaN.
 *
 * The gradient of `y[i, c]` goes whole to one source, the first in the order of the arcs that attains the maximum;
 * PyTorch's `scatter_reduce` with `amax` shares it among equals. Computed outside the engine, the same bits on all of
 * them; which source it was is kept for the gradient, and nothing of size E × H is made.
 */
export function neighbourMax(x: tf.Tensor2D, arcs: PlacedArcs): tf.Tensor2D {
  const { shape, size } = x;
  return withGradient([x], () => {
    const memory = arcs.memory();
    const { pointer, column } = arcs.incoming;
    const [values, maxima, choices, slice] = memory.place([x.dataSync<"float32">(), size, size, 16 * shape[0]]);
    memory.kernels.neighbourMax(values, maxima, choices, slice, pointer, column, ...shape);
    const choice = memory.integers(choices, size);
    return {
      value: tf.tensor2d(memory.floats(maxima, size), shape),
      gradFunc: (dy: tf.Tensor2D) => {
        const [upstream, taken, gradient] = memory.place([dy.dataSync<"float32">(), choice, size]);
        memory.kernels.neighbourMaxGradient(upstream, taken, gradient, ...shape);
        return tf.tensor2d(memory.floats(gradient, size), shape);
      },
    };
  });
}
