import type * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engines/engine.js";
import { withGradient } from "./with-gradient.js";

/**
 * `a b`, or with a bias `a b + bias`, for `a [n, k]`, `b [k, m]`, `bias [m]`; differentiable by all, or by `a` alone
 * where the others are frozen.
 */
export function product(
  a: tf.Tensor2D,
  b: tf.Tensor2D,
  context: { readonly engine: Engine; readonly bias?: tf.Tensor1D | undefined; readonly frozen?: boolean | undefined },
): tf.Tensor2D {
  const { engine, bias, frozen = false } = context;
  const parameters = bias === undefined ? [b] : [b, bias];
  return withGradient(frozen ? [a] : [a, ...parameters], (save) => {
    save([a, b]);
    const plain = engine.matMul(a, b);
    return {
      value: bias === undefined ? plain : engine.combine([plain], { bias, relu: false }),
      gradFunc: (dy, saved) => {
        const [left, right] = saved as [tf.Tensor2D, tf.Tensor2D];
        const input = engine.matMul(dy, right, { right: true });
        if (frozen) return input;
        const weight = engine.matMul(left, dy, { left: true });
        return bias === undefined ? [input, weight] : [input, weight, engine.sumRows(dy)];
      },
    };
  });
}
