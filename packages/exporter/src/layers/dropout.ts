import * as z from "zod";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput } from "./layer-translation.js";

/** `y = x`: dropout acts in training only. */
export const dropout = defineTranslation({
  kind: "dropout",
  translate: (_, { x }) => x,
  width: (_, { width }) => width,
  takes: takesInput,
  differsOnLoops: false,
  reference: (_, { x }) => x,
  card: z.strictObject({
    kind: z.literal("dropout"),
    rate: z.number().min(0).lt(1).default(0.5),
    as: cardFields.as,
  }),
  fromCard: ({ rate }) => ({ layers: [{ kind: "dropout", rate }], weights: {} }),
});
