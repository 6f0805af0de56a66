import { ModelError, type NamedWeight, type Graph } from "@evenodds/core";
import * as z from "zod";
import { takeMatrix, takeRow, type ImportContext, type ImportedLayers } from "../import/imported-layers.js";
import { affine, plusRow, zeros, type Matrix } from "../import/matrix.js";
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

/**
 * Attention of several heads over h `[N, heads · columns]`: `y_i = Σ_j α_ij h_j` over i itself and the sources j ≠ i of
 * the arcs into i, α_ij the softmax over these j of `LeakyReLU(source · h_j + target · h_i)`; source and target
 * `[heads, columns]`.
 */
function attended(
  h: Matrix,
  { source: sources, target: targets }: Pick<Graph, "source" | "target">,
  { source, target, negativeSlope }: { source: NamedWeight; target: NamedWeight; negativeSlope: number },
): Matrix {
  const [heads, columns] = source.shape as [number, number];
  const [given, wanted] = [scores(h, source), scores(h, target)];
  // Every node attends to itself once, so that is where each of the sums starts.
  const score = (from: number, to: number, head: number) => {
    const sum = given[from * heads + head]! + wanted[to * heads + head]!;
    return sum >= 0 ? sum : sum * negativeSlope;
  };
  const highest = Float64Array.from(given, (_, at) =>
    score(Math.floor(at / heads), Math.floor(at / heads), at % heads),
  );
  const eachScore = (use: (from: number, to: number, head: number) => void) => {
    for (let arc = 0; arc < sources.length; arc++) {
      if (sources[arc] === targets[arc]) continue;
      for (let head = 0; head < heads; head++) use(sources[arc]!, targets[arc]!, head);
    }
  };
  eachScore((from, to, head) => {
    const at = to * heads + head;
    highest[at] = Math.max(highest[at]!, score(from, to, head));
  });
  const total = zeros(h.rows, h.columns);
  const shares = new Float64Array(h.rows * heads);
  const give = (from: number, to: number, head: number) => {
    const share = Math.exp(score(from, to, head) - highest[to * heads + head]!);
    shares[to * heads + head]! += share;
    for (let j = head * columns; j < (head + 1) * columns; j++) {
      total.values[to * h.columns + j]! += share * h.values[from * h.columns + j]!;
    }
  };
  for (let node = 0; node < h.rows; node++) for (let head = 0; head < heads; head++) give(node, node, head);
  eachScore(give);
  return { ...total, values: total.values.map((value, at) => value / shares[Math.floor(at / columns)]!) };
}

/** `h_i · vector` per node and head, `[N, heads]`. */
function scores(h: Matrix, { shape, values }: NamedWeight): Float64Array {
  const [heads, columns] = shape as [number, number];
  const found = new Float64Array(h.rows * heads);
  for (let at = 0; at < h.values.length; at++) {
    found[Math.floor(at / columns)]! += h.values[at]! * values[at % (heads * columns)]!;
  }
  return found;
}
