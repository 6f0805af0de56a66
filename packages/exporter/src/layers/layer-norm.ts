import * as z from "zod";
import { floatTensor } from "../builder/tensor.js";
import { takeRow } from "../import/imported-layers.js";
import { normalizedRows } from "../import/matrix.js";
import { add, div, mul, sqrt, sub } from "../operators/elementwise.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, normalizingWidth, takesInput } from "./layer-translation.js";

/** Normalization of rows, see `Layer`. */
export const layerNorm = defineTranslation({
  kind: "layer-norm",
  /**
   * Adds `y = d / √(mean(d²) + ε) · weight + bias` with `d = x − mean(x)`, both means over the row (Ba et al. 2016).
   * The operator LayerNormalization is not used: its variance may be a difference of two large numbers.
   */
  translate({ name, width, epsilon }, { graph, rowMean, weight, x }) {
    const difference = sub(graph, { a: x, b: rowMean(x, { width }) });
    const variance = rowMean(mul(graph, { a: difference, b: difference }), { width });
    const least = graph.constant(floatTensor(Float32Array.of(epsilon)));
    const normal = div(graph, { a: difference, b: sqrt(graph, add(graph, { a: variance, b: least })) });
    const scaled = mul(graph, { a: normal, b: weight(`${name}.weight`) });
    return add(graph, { a: scaled, b: weight(`${name}.bias`) });
  },
  width: normalizingWidth,
  takes: takesInput,
  differsOnLoops: false,
  reference: ({ epsilon }, { x, weight }) =>
    normalizedRows(x, { gain: weight("weight"), bias: weight("bias"), epsilon }),
  card: z.strictObject({
    kind: z.literal("layer-norm"),
    key: cardFields.key,
    epsilon: cardFields.epsilon,
    mode: z.enum(["node"]),
    as: cardFields.as,
  }),
  cardHints: {
    mode:
      "node is torch.nn.LayerNorm, and PyG's LayerNorm with mode='node'; PyG's default, mode='graph', normalizes over all " +
      "nodes and cannot be imported",
  },
  /** `torch.nn.LayerNorm`, and PyG's `LayerNorm` with `mode='node'`: `weight`, `bias`, `[width]` each. */
  fromCard({ key, epsilon }, context) {
    const width = context.inputs;
    return {
      layers: [{ kind: "layer-norm", name: key, width, epsilon }],
      weights: {
        [`${key}.weight`]: takeRow(context, `${key}.weight`, { width }),
        [`${key}.bias`]: takeRow(context, `${key}.bias`, { width }),
      },
    };
  },
});
