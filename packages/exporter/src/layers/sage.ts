import type { LayerOf } from "@evenodds/core";
import * as z from "zod";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { takeMatrix, takeRow } from "../import/imported-layers.js";
import { averaged, largest } from "../import/propagated.js";
import { added, affine } from "../import/matrix.js";
import { greater, where } from "../operators/comparison.js";
import { add, mul, reciprocal } from "../operators/elementwise.js";
import { gemm, matMul } from "../operators/matrix.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput, wideningWidth, type Translation } from "./layer-translation.js";
import type { TranslationContext } from "./translation-context.js";

/** `y = agg(x) W + x R + b`, see `Layer`. */
export const sage = defineTranslation({
  kind: "sage",
  translate,
  width(layer, context) {
    const { aggregation: found } = layer;
    const holds = ["mean", "max"].includes(found);
    context.checks.holds("aggregation", { holds, expected: "mean or max", found });
    return wideningWidth(layer, context);
  },
  takes: takesInput,
  differsOnLoops: false,
  reference({ aggregation }, { x, weight, graph }) {
    const neighbours = aggregation === "mean" ? averaged(x, graph) : largest(x, graph);
    return added(affine(neighbours, weight("weight")), affine(x, weight("root"), weight("bias")));
  },
  card: z.strictObject({
    kind: z.literal("sage"),
    key: cardFields.key,
    aggregation: z.enum(["mean", "max"]).default("mean"),
    root_weight: z.boolean().default(true),
    bias: cardFields.bias,
    as: cardFields.as,
  }),
  /**
   * `SAGEConv`: `lin_l.weight [out, in]` for the neighbours, `lin_l.bias [out]`, `lin_r.weight [out, in]` for the node
   * itself.
   */
  fromCard({ key, aggregation, root_weight: hasRoot, bias }, context) {
    const { inputs } = context;
    const weight = takeMatrix(context, `${key}.lin_l.weight`);
    const outputs = weight.shape[1]!;
    const root = hasRoot
      ? takeMatrix(context, `${key}.lin_r.weight`, outputs)
      : { shape: [inputs, outputs], values: new Float32Array(inputs * outputs) };
    return {
      layers: [{ kind: "sage", name: key, inputs, outputs, aggregation }],
      weights: {
        [`${key}.weight`]: weight,
        [`${key}.root`]: root,
        [`${key}.bias`]: takeRow(context, `${key}.lin_l.bias`, { width: outputs, exists: bias }),
      },
    };
  },
});

/**
 * Adds `y = agg(x) W + x R + b` with the mean or the largest value over the sources of each node's arcs, zeros where
 * there are none (Hamilton et al. 2017; PyG's SAGEConv). For the mean W comes first where it narrows; the largest value
 * of products is another than the product of largest values, so there the features are aggregated as they are.
 */
function translate(layer: LayerOf<"sage">, context: Translation): Value<"float32"> {
  const { graph, x } = context;
  const root = context.weight(`${layer.name}.root`);
  const bias = context.weight(`${layer.name}.bias`);
  const own = gemm(graph, { a: x, b: root, c: bias });
  return add(graph, { a: ofNeighbours(layer, context), b: own });
}

function ofNeighbours(layer: LayerOf<"sage">, context: Translation): Value<"float32"> {
  const { graph, aggregation, x } = context;
  const { inputs, outputs } = layer;
  const weight = context.weight(`${layer.name}.weight`);
  if (layer.aggregation === "max") {
    return matMul(graph, { a: aggregation.max(x, { width: inputs }), b: weight });
  }
  if (outputs < inputs) return mean(context, { features: matMul(graph, { a: x, b: weight }), width: outputs });
  return matMul(graph, { a: mean(context, { features: x, width: inputs }), b: weight });
}

function mean(
  context: TranslationContext,
  { features, width }: { features: Value<"float32">; width: number },
): Value<"float32"> {
  const { graph, aggregation } = context;
  const share = context.shared("1 / in-degree", () => {
    const [degree, zero] = [aggregation.degree(), graph.constant(floatTensor(Float32Array.of(0)))];
    // 1 / 0 is computed and not taken.
    const condition = greater(graph, { a: degree, b: zero });
    return where(graph, { condition, x: reciprocal(graph, degree), y: zero });
  });
  return mul(graph, { a: aggregation.sum(features, { width }), b: share });
}
