import * as z from "zod";
import { mapped } from "../import/matrix.js";
import { leakyRelu as addLeakyRelu } from "../operators/activation.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput } from "./layer-translation.js";

/** `y = x` where x ≥ 0, else `negativeSlope · x`. */
export const leakyRelu = defineTranslation({
  kind: "leaky-relu",
  translate: ({ negativeSlope }, { graph, x }) => addLeakyRelu(graph, x, { alpha: negativeSlope }),
  width({ negativeSlope }, { width, checks }) {
    checks.finite("negativeSlope", negativeSlope);
    return width;
  },
  takes: takesInput,
  differsOnLoops: false,
  reference: ({ negativeSlope }, { x }) => mapped(x, (value) => (value >= 0 ? value : negativeSlope * value)),
  card: z.strictObject({
    kind: z.literal("leaky-relu"),
    negative_slope: z.number().default(0.01),
    as: cardFields.as,
  }),
  fromCard: ({ negative_slope: negativeSlope }) => ({ layers: [{ kind: "leaky-relu", negativeSlope }], weights: {} }),
});
