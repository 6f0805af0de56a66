import { ModelError, type NamedWeight } from "@evenodds/core";
import * as z from "zod";
import { floatTensor } from "../builder/tensor.js";
import { takeRow, type ImportContext } from "../import/imported-layers.js";
import { mapped } from "../import/matrix.js";
import { add, mul } from "../operators/elementwise.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, normalizingWidth, takesInput } from "./layer-translation.js";

/** Normalization of columns with the statistics of training, see `Layer`. */
export const batchNorm = defineTranslation({
  kind: "batch-norm",
  /**
   * Adds `y = x · scale + shift` per column: `scale = weight / √(variance + ε)`, `shift = bias − mean · scale`. Both
   * are computed here in float64 and stored as `<name>.scale` and `<name>.shift`.
   */
  translate({ name, epsilon }, { graph, weightValues, shared, x }) {
    const [weight, bias, mean, variance] = ["weight", "bias", "mean", "variance"].map((part) =>
      Float64Array.from(weightValues(`${name}.${part}`)),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array];
    const scale = weight.map((value, column) => value / Math.sqrt(variance[column]! + epsilon));
    const shift = bias.map((value, column) => value - mean[column]! * scale[column]!);
    const constant = (part: string, values: Float64Array) =>
      shared(`${name}.${part}`, () => graph.initializer(`${name}.${part}`, floatTensor(Float32Array.from(values))));
    return add(graph, { a: mul(graph, { a: x, b: constant("scale", scale) }), b: constant("shift", shift) });
  },
  /** With mean 0, variance 1 and ε = 0, `weight` and `bias` are the factor and the summand themselves. */
  recall(layer, constant) {
    const { name, width } = layer;
    const [weight, bias] = [constant(`${name}.scale`), constant(`${name}.shift`)];
    if (weight === undefined || bias === undefined) return undefined;
    const [mean, variance] = [new Float32Array(width), new Float32Array(width).fill(1)];
    const weights = Object.entries({ weight, bias, mean, variance }).map(([part, values]): [string, NamedWeight] => [
      `${name}.${part}`,
      { shape: [values.length], values },
    ]);
    return { layer: { ...layer, epsilon: 0 }, weights: new Map(weights) };
  },
  width: normalizingWidth,
  takes: takesInput,
  differsOnLoops: false,
  reference({ epsilon }, { x, weight }) {
    const [gain, bias, mean, variance] = ["weight", "bias", "mean", "variance"].map((part) => weight(part).values);
    const factor = Float64Array.from(variance!, (value, j) => gain![j]! / Math.sqrt(value + epsilon));
    return mapped(x, (value, j) => (value - mean![j]!) * factor[j]! + bias![j]!);
  },
  card: z.strictObject({
    kind: z.literal("batch-norm"),
    key: cardFields.key,
    epsilon: cardFields.epsilon,
    affine: z.boolean().default(true),
    as: cardFields.as,
  }),
  /** `torch.nn.BatchNorm1d`, and PyG's `BatchNorm`, whose keys have `module.` before them. */
  fromCard({ key, epsilon, affine }, context) {
    const [weight, bias, mean, variance] = takeStatistics(context, key, { affine });
    return {
      layers: [{ kind: "batch-norm", name: key, width: context.inputs, epsilon }],
      weights: {
        [`${key}.weight`]: weight,
        [`${key}.bias`]: bias,
        [`${key}.mean`]: mean,
        [`${key}.variance`]: variance,
      },
    };
  },
  checkWeights({ name, epsilon }, weights) {
    const values = weights.get(`${name}.variance`)!.values;
    const at = values.findIndex((value) => !(value + epsilon > 0));
    if (at < 0) return;
    throw new ModelError({
      argument: `weight "${name}.variance"`,
      expected: "variances that are above 0 with epsilon added",
      found: `${values[at]!} at place ${at} with epsilon ${epsilon}`,
    });
  },
});

/**
 * Takes `weight`, `bias`, `running_mean` and `running_var`, `[width]` each; without `affine` the first two are 1 and 0.
 * The number of batches that were seen says nothing here.
 */
export function takeStatistics(
  context: ImportContext,
  key: string,
  { affine }: { affine: boolean },
): [weight: NamedWeight, bias: NamedWeight, mean: NamedWeight, variance: NamedWeight] {
  const { state, inputs: width } = context;
  const prefix = state.has(`${key}.module.running_mean`) ? `${key}.module` : key;
  state.pass(`${prefix}.num_batches_tracked`);
  return [
    takeRow(context, `${prefix}.weight`, { width, exists: affine, otherwise: 1 }),
    takeRow(context, `${prefix}.bias`, { width, exists: affine }),
    takeRow(context, `${prefix}.running_mean`, { width }),
    takeRow(context, `${prefix}.running_var`, { width }),
  ];
}
