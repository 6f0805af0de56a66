import type { LayerOf } from "@evenodds/core";
import * as z from "zod";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { takeMatrix, takeRow } from "../import/imported-layers.js";
import { propagated } from "../import/propagated.js";
import { affine, plusRow } from "../import/matrix.js";
import { add, mul, reciprocal, sqrt } from "../operators/elementwise.js";
import { gemm, matMul } from "../operators/matrix.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput, wideningWidth, type Translation } from "./layer-translation.js";
import type { TranslationContext } from "./translation-context.js";

/** `y = Â x W + b`, see `Layer`. */
export const gcn = defineTranslation({
  kind: "gcn",
  translate,
  width: wideningWidth,
  takes: takesInput,
  // PyG's GCNConv gives every node one loop in place of those that it has, a `gcn` layer one in addition.
  differsOnLoops: true,
  reference: (_, { x, weight, graph }) => plusRow(propagated(affine(x, weight("weight")), graph), weight("bias")),
  card: z.strictObject({ kind: z.literal("gcn"), key: cardFields.key, bias: cardFields.bias, as: cardFields.as }),
  /** `GCNConv`: `lin.weight [out, in]`, `bias [out]`. */
  fromCard({ key, bias }, context) {
    const weight = takeMatrix(context, `${key}.lin.weight`);
    const outputs = weight.shape[1]!;
    return {
      layers: [{ kind: "gcn", name: key, inputs: context.inputs, outputs }],
      weights: {
        [`${key}.weight`]: weight,
        [`${key}.bias`]: takeRow(context, `${key}.bias`, { width: outputs, exists: bias }),
      },
    };
  },
});

/**
 * Adds `y = Â x W + b` with `Â = D^-1/2 (A + I) D^-1/2`, D the in-degree of A plus 1 (Kipf & Welling 2017, eq. 2). An
 * arc that is listed k times counts k times, as in PyG's GCNConv; unlike there, the identity is added to self loops
 * that are listed and does not replace them. W comes first where it does not widen, so that the narrower of the two
 * sides is aggregated.
 */
function translate(layer: LayerOf<"gcn">, context: Translation): Value<"float32"> {
  const { graph, x } = context;
  const weight = context.weight(`${layer.name}.weight`);
  const bias = context.weight(`${layer.name}.bias`);
  if (layer.outputs <= layer.inputs) {
    const narrowed = matMul(graph, { a: x, b: weight });
    return add(graph, { a: propagate(context, { features: narrowed, width: layer.outputs }), b: bias });
  }
  return gemm(graph, { a: propagate(context, { features: x, width: layer.inputs }), b: weight, c: bias });
}

/** Adds `Â h`. Both factors D^-1/2 scale rows, before and after the sum, so that no arc needs a weight. */
function propagate(
  context: TranslationContext,
  { features, width }: { features: Value<"float32">; width: number },
): Value<"float32"> {
  const { graph, aggregation } = context;
  const factor = context.shared("D^-1/2", () => inverseRootDegree(context));
  const scaled = mul(graph, { a: features, b: factor });
  const summed = aggregation.sum(scaled, { width });
  return mul(graph, { a: add(graph, { a: summed, b: scaled }), b: factor });
}

/** 1 / √(in-degree + 1) per node, `[N, 1]`. */
function inverseRootDegree({ graph, aggregation }: TranslationContext): Value<"float32"> {
  const one = graph.constant(floatTensor(Float32Array.of(1)));
  return reciprocal(graph, sqrt(graph, add(graph, { a: aggregation.degree(), b: one })));
}
