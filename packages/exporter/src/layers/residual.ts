import * as z from "zod";
import { added } from "../import/matrix.js";
import { add } from "../operators/elementwise.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, earlierWidth } from "./layer-translation.js";

/** `y = x + z` with z the output of an earlier layer. */
export const residual = defineTranslation({
  kind: "residual",
  translate: ({ from }, { graph, x, outputs }) => add(graph, { a: x, b: outputs[from]! }),
  width({ from }, context) {
    context.checks.same("width taken", { expected: context.width, found: earlierWidth(from, context) });
    return context.width;
  },
  takes: ({ from }, number) => [number - 1, from],
  differsOnLoops: false,
  reference: ({ from }, { x, outputs }) => added(x, outputs[from]!),
  card: z.strictObject({ kind: z.literal("residual"), from: cardFields.earlier, as: cardFields.as }),
  fromCard: ({ from }, { number }) => ({ layers: [{ kind: "residual", from: number(from) }], weights: {} }),
});
