import { ModelError, type NamedWeight } from "@evenodds/core";
import * as z from "zod";
import { takeMatrix, takeRow, type ImportContext, type ImportedLayers } from "../import/imported-layers.js";
import { attended } from "../import/attended.js";
import { affine, plusRow } from "../import/matrix.js";
import { add } from "../operators/elementwise.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput, wideningWidth } from "./layer-translation.js";

/** Attention with several heads, see `Layer`. */
export const gat = defineTranslation({
  kind: "gat",
  /**
   * Adds attention with `heads` heads side by side (Veličković et al. 2018, PyG's GATConv with `concat`). A node
   * attends to itself once and to the sources of its arcs; arcs from a node to itself are left out, others count as
   * often as they are listed.
   */
  translate({ name, inputs, outputs, heads, negativeSlope }, { graph, weight, aggregation, x }) {
    const features = aggregation.attend({
      features: x,
      weight: weight(`${name}.weight`),
      source: weight(`${name}.source`),
      target: weight(`${name}.target`),
      inputs,
      heads,
      columns: outputs / heads,
      negativeSlope,
    });
    return add(graph, { a: features, b: weight(`${name}.bias`) });
  },
  width(layer, context) {
    const { heads, outputs, negativeSlope } = layer;
    const divides = Number.isSafeInteger(heads) && heads >= 1 && outputs % heads === 0;
    context.checks.holds("heads", { holds: divides, expected: `a divisor of its ${outputs} outputs`, found: heads });
    context.checks.finite("negativeSlope", negativeSlope);
    return wideningWidth(layer, context);
  },
  takes: takesInput,
  weighable: null,
  unweighable: () => "gat",
  differsOnLoops: false,
  reference({ negativeSlope }, { x, weight, graph }) {
    const parts = { source: weight("source"), target: weight("target"), negativeSlope };
    return plusRow(attended(affine(x, weight("weight")), graph, parts), weight("bias"));
  },
  card: z.strictObject({
    kind: z.literal("gat"),
    key: cardFields.key,
    heads: z.int().min(1).optional(),
    negative_slope: z.number().default(0.2),
    concat: z.boolean().default(true),
    bias: cardFields.bias,
    as: cardFields.as,
  }),
  /**
   * `GATConv`: `lin.weight [heads · columns, in]`, `att_src [1, heads, columns]`, `att_dst` likewise, `bias`. Files
   * from before PyG 2.5 say `lin_src.weight`, and may repeat it as `lin_dst.weight`. Heads that PyG averages
   * (`concat=False`) become heads side by side and a linear layer that takes their mean.
   */
  fromCard(card, context) {
    const { key, concat, bias: hasBias, negative_slope: negativeSlope } = card;
    const { state, inputs, title } = context;
    const source = takeAttention(context, `${key}.att_src`, [1, card.heads ?? null, null]);
    const [heads, columns] = source.shape as [number, number];
    const target = takeAttention(context, `${key}.att_dst`, [1, heads, columns]);
    const outputs = heads * columns;
    const old = !state.has(`${key}.lin.weight`) && state.has(`${key}.lin_src.weight`);
    const weight = takeMatrix(context, old ? `${key}.lin_src.weight` : `${key}.lin.weight`, outputs);
    if (old && state.has(`${key}.lin_dst.weight`)) {
      checkSame(takeMatrix(context, `${key}.lin_dst.weight`, outputs), weight, `${key}.lin_dst.weight of ${title}`);
    }
    const width = concat ? outputs : columns;
    const bias = takeRow(context, `${key}.bias`, { width, exists: hasBias });
    const averages = !concat && heads > 1;
    const attention: ImportedLayers = {
      layers: [{ kind: "gat", name: key, inputs, outputs, heads, negativeSlope }],
      weights: {
        [`${key}.weight`]: weight,
        [`${key}.source`]: source,
        [`${key}.target`]: target,
        [`${key}.bias`]: averages ? { shape: [outputs], values: new Float32Array(outputs) } : bias,
      },
    };
    return averages ? withMean(attention, { name: `${key}.mean`, heads, columns, bias }) : attention;
  },
});

function takeAttention({ state, title }: ImportContext, key: string, shape: (number | null)[]): NamedWeight {
  const { shape: found, values } = state.take(key, { shape, layer: title });
  return { shape: found.slice(1), values };
}

/** Sources and targets of arcs are the same nodes here, so that two matrices have no meaning. */
function checkSame(found: NamedWeight, expected: NamedWeight, argument: string): void {
  if (found.values.every((value, i) => value === expected.values[i])) return;
  throw new ModelError({
    argument,
    expected: "the values of lin_src.weight",
    found: "others: a layer between two kinds of nodes",
  });
}

function withMean(
  { layers, weights }: ImportedLayers,
  { name, heads, columns, bias }: { name: string; heads: number; columns: number; bias: NamedWeight },
): ImportedLayers {
  const inputs = heads * columns;
  const values = new Float32Array(inputs * columns);
  for (let row = 0; row < inputs; row++) values[row * columns + (row % columns)] = 1 / heads;
  return {
    layers: [...layers, { kind: "linear", name, inputs, outputs: columns }],
    weights: { ...weights, [`${name}.weight`]: { shape: [inputs, columns], values }, [`${name}.bias`]: bias },
  };
}
