import * as z from "zod";
import { mapped } from "../import/matrix.js";
import { elu as addElu } from "../operators/activation.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, takesInput } from "./layer-translation.js";

/** `y = x` where x ≥ 0, else `alpha · (e^x − 1)`. */
export const elu = defineTranslation({
  kind: "elu",
  translate: ({ alpha }, { graph, x }) => addElu(graph, x, { alpha }),
  width({ alpha }, { width, checks }) {
    checks.finite("alpha", alpha);
    return width;
  },
  takes: takesInput,
  differsOnLoops: false,
  reference: ({ alpha }, { x }) => mapped(x, (value) => (value >= 0 ? value : alpha * Math.expm1(value))),
  card: z.strictObject({ kind: z.literal("elu"), alpha: z.number().default(1), as: cardFields.as }),
  fromCard: ({ alpha }) => ({ layers: [{ kind: "elu", alpha }], weights: {} }),
});
