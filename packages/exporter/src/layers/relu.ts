import * as z from "zod";
import { rectified } from "../import/matrix.js";
import { relu as addRelu } from "../operators/activation.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput } from "./layer-translation.js";

/** `y = max(x, 0)`. */
export const relu = defineTranslation({
  kind: "relu",
  translate: (_, { graph, x }) => addRelu(graph, x),
  width: (_, { width }) => width,
  takes: takesInput,
  differsOnLoops: false,
  reference: (_, { x }) => rectified(x),
  card: z.strictObject({ kind: z.literal("relu"), as: cardFields.as }),
  fromCard: () => ({ layers: [{ kind: "relu" }], weights: {} }),
});
