import type { LayerOf, NamedWeight } from "@evenodds/core";
import * as z from "zod";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { takeMatrix, takeRow, type ImportContext } from "../import/imported-layers.js";
import { summed } from "../import/propagated.js";
import { added, affine, mapped, rectified } from "../import/matrix.js";
import { relu } from "../operators/activation.js";
import { add, mul } from "../operators/elementwise.js";
import { gemm, matMul } from "../operators/matrix.js";
import { takeStatistics } from "./batch-norm.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput, wideningWidth, type Translation } from "./layer-translation.js";
import type { TranslationContext } from "./translation-context.js";

const card = z.strictObject({
  kind: z.literal("gin"),
  key: cardFields.key,
  first: cardFields.text.default("nn.0"),
  norm: cardFields.text.optional(),
  norm_epsilon: cardFields.epsilon,
  second: cardFields.text.default("nn.2"),
  as: cardFields.as,
});

/** `y = relu(((1 + ε) x + Σ x_j) W₁ + b₁) W₂ + b₂`, see `Layer`. */
export const gin = defineTranslation({
  kind: "gin",
  /** W₁ comes first where it narrows, so that the narrower of its two sides is aggregated. */
  translate(layer, context) {
    const { graph, weight } = context;
    const hidden = relu(graph, firstLinear(layer, context));
    return gemm(graph, { a: hidden, b: weight(`${layer.name}.second.weight`), c: weight(`${layer.name}.second.bias`) });
  },
  width(layer, context) {
    context.checks.finite("epsilon", layer.epsilon);
    return wideningWidth(layer, context);
  },
  takes: takesInput,
  differsOnLoops: false,
  reference({ epsilon }, { x, weight, graph }) {
    const own = mapped(x, (value) => (1 + epsilon) * value);
    const first = affine(added(own, summed(x, graph)), weight("first.weight"), weight("first.bias"));
    return affine(rectified(first), weight("second.weight"), weight("second.bias"));
  },
  card,
  /**
   * `GINConv` with two linear layers and a ReLU between them, by default `nn.0` and `nn.2` of a `Sequential`; `eps
   * [1]`, which PyG stores whether it is trained or not. A batch normalization before the ReLU is a part of the first
   * linear layer.
   */
  fromCard(options, context) {
    const { key, norm } = options;
    const { state, inputs, title } = context;
    const [epsilon] = state.take(`${key}.eps`, { shape: [1], layer: title }).values;
    const plain = takeLinear(context, `${key}.${options.first}`);
    const hidden = plain.weight.shape[1]!;
    const first = norm === undefined ? plain : normalized(plain, { ...context, inputs: hidden }, options);
    const second = takeLinear({ ...context, inputs: hidden }, `${key}.${options.second}`);
    const outputs = second.weight.shape[1]!;
    return {
      layers: [{ kind: "gin", name: key, inputs, hidden, outputs, epsilon: epsilon! }],
      weights: {
        [`${key}.first.weight`]: first.weight,
        [`${key}.first.bias`]: first.bias,
        [`${key}.second.weight`]: second.weight,
        [`${key}.second.bias`]: second.bias,
      },
    };
  },
});

function firstLinear(layer: LayerOf<"gin">, context: Translation): Value<"float32"> {
  const { graph, weight, x } = context;
  const { name, inputs, hidden } = layer;
  const [first, bias] = [weight(`${name}.first.weight`), weight(`${name}.first.bias`)];
  if (hidden < inputs) {
    const narrowed = matMul(graph, { a: x, b: first });
    return add(graph, { a: withNeighbours(context, layer, { features: narrowed, width: hidden }), b: bias });
  }
  return gemm(graph, { a: withNeighbours(context, layer, { features: x, width: inputs }), b: first, c: bias });
}

function withNeighbours(
  { graph, aggregation }: TranslationContext,
  { epsilon }: LayerOf<"gin">,
  { features, width }: { features: Value<"float32">; width: number },
): Value<"float32"> {
  const factor = () => graph.constant(floatTensor(Float32Array.of(1 + epsilon)));
  const own = epsilon === 0 ? features : mul(graph, { a: features, b: factor() });
  return add(graph, { a: own, b: aggregation.sum(features, { width }) });
}

interface Affine {
  readonly weight: NamedWeight;
  readonly bias: NamedWeight;
}

function takeLinear(context: ImportContext, key: string): Affine {
  const weight = takeMatrix(context, `${key}.weight`);
  return { weight, bias: takeRow(context, `${key}.bias`, { width: weight.shape[1]! }) };
}

/** `((x W + b) − mean) · f + c = x (W f) + (b − mean) f + c` with `f = weight / √(variance + epsilon)`. */
function normalized(
  { weight, bias }: Affine,
  context: ImportContext,
  { key, norm, norm_epsilon: epsilon }: z.output<typeof card>,
): Affine {
  const statistics = takeStatistics(context, `${key}.${norm}`, { affine: true });
  const [gain, offset, mean, variance] = statistics.map(({ values }) => values);
  const factor = Float64Array.from(variance!, (value, j) => gain![j]! / Math.sqrt(value + epsilon));
  const width = factor.length;
  return {
    weight: { shape: weight.shape, values: weight.values.map((value, at) => value * factor[at % width]!) },
    bias: { shape: bias.shape, values: bias.values.map((value, j) => (value - mean![j]!) * factor[j]! + offset![j]!) },
  };
}
