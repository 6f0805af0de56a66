import type { NamedWeight } from "@evenodds/core";
import type { CardLayer } from "../card/model-card.js";
import { takeStatistics } from "./import-batch-norm.js";
import { takeMatrix, takeRow, type ImportContext, type ImportedLayers } from "./imported-layers.js";

/**
 * `GINConv` with two linear layers and a ReLU between them, by default `nn.0` and `nn.2` of a `Sequential`; `eps [1]`,
 * which PyG stores whether it is trained or not. A batch normalization before the ReLU is a part of the first linear
 * layer.
 */
export function importGin(card: Extract<CardLayer, { kind: "gin" }>, context: ImportContext): ImportedLayers {
  const { key, norm } = card;
  const { state, inputs, title } = context;
  const [epsilon] = state.take(`${key}.eps`, { shape: [1], layer: title }).values;
  const plain = takeLinear(context, `${key}.${card.first}`);
  const hidden = plain.weight.shape[1]!;
  const first = norm === undefined ? plain : normalized(plain, { ...context, inputs: hidden }, card);
  const second = takeLinear({ ...context, inputs: hidden }, `${key}.${card.second}`);
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
  { key, norm, norm_epsilon: epsilon }: Extract<CardLayer, { kind: "gin" }>,
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
