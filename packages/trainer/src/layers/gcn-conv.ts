import * as tf from "@tensorflow/tfjs-core";
import type { Engine, Propagation } from "../engines/engine.js";
import type { DenseParameters } from "./linear.js";

/**
 * Graph convolution `Â x W + b` for `x [N, in]`, `W [in, out]`, `b [out]`; returns `[N, out]`. Neighbours are summed on the
 * narrower side of W. With `propagated` (`Â x`, for constant inputs computed once) no sum is needed at all.
 * Source: Kipf and Welling 2017, equation 2; `GCNConv` of PyG.
 */
export function gcnConv(
  x: tf.Tensor2D,
  { weight, bias }: DenseParameters,
  context: { engine: Engine; propagation: Propagation; propagated?: tf.Tensor2D | undefined },
): tf.Tensor2D {
  const { engine, propagation, propagated } = context;
  const [inputs, outputs] = weight.shape;
  if (propagated !== undefined) return tf.add(engine.matMul(propagated, weight, { constantLeft: true }), bias);
  if (outputs <= inputs) return tf.add(propagation.apply(engine.matMul(x, weight)), bias);
  return tf.add(engine.matMul(propagation.apply(x), weight), bias);
}
