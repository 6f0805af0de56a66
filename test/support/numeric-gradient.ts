import * as tf from "@tensorflow/tfjs-core";

/** Returns the gradient of `f` at `x` by central differences: the slow road to what a hand-written gradient must give. */
export function numericGradient<S extends tf.Tensor>(f: (x: S) => tf.Scalar, x: S, step = 1e-2): number[] {
  const values = x.dataSync<"float32">();
  const at = (i: number, shift: number) =>
    tf.tidy(() => {
      const moved = Float32Array.from(values);
      moved[i]! += shift;
      return f(tf.tensor(moved, x.shape) as S).dataSync()[0]!;
    });
  return Array.from(values, (_, i) => (at(i, step) - at(i, -step)) / (2 * step));
}
