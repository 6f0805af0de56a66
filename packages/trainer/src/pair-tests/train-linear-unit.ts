import { Random } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { ValueAndGradient } from "../losses/value-and-gradient.js";
import { product } from "../operations/product.js";
import { rootLoss } from "../operations/root-loss.js";
import { minimize } from "./minimize.js";
import type { PairTestOptions } from "./pair-test-options.js";
import { startWeights } from "./start-weights.js";

/** Rows `[n, dimension]` to learn from and to measure on. */
export interface RowSets {
  readonly train: Float32Array;
  readonly test: Float32Array;
  readonly dimension: number;
}

/**
 * Trains `z = w · x` to make `loss(z)` small on the rows of `train`, and returns z for the rows of `test`. There is no
 * bias: it would cancel in every t.
 */
export async function trainLinearUnit(
  { train, test, dimension }: RowSets,
  loss: (outputs: Float32Array) => ValueAndGradient,
  options: PairTestOptions,
): Promise<Float32Array> {
  const { engine, seed } = options;
  const layer = { name: "unit", inputs: dimension, outputs: 1, bias: false };
  const rowsOf = (values: Float32Array) => tf.tensor2d(values, [values.length / dimension, dimension]);
  const x = rowsOf(train);
  try {
    const trained = await minimize(
      startWeights([layer], Random.of(seed, "pair test weights")),
      (parameters) => {
        const z = product(x, parameters.get("unit.weight") as tf.Tensor2D, { engine });
        const { value, gradient } = loss(z.dataSync<"float32">());
        return rootLoss(value, [{ tensor: z, gradient }]);
      },
      options,
    );
    const outputs = tf.tidy(() => {
      const weight = tf.tensor2d(trained.get("unit.weight")!.values, [dimension, 1]);
      return product(rowsOf(test), weight, { engine }).dataSync<"float32">();
    });
    return outputs.slice();
  } finally {
    x.dispose();
  }
}
