import * as z from "zod";
import { largerOf, sideBySide } from "../import/matrix.js";
import { max } from "../operators/elementwise.js";
import { concat } from "../operators/shaping.js";
import { cardFields } from "./card-fields.js";
import { defineTranslation, earlierWidth } from "./layer-translation.js";

/** Earlier outputs side by side, or the largest of them column by column; x counts only where it is listed. */
export const jumpingKnowledge = defineTranslation({
  kind: "jumping-knowledge",
  translate({ mode, from }, { graph, outputs }) {
    const [first, ...others] = from.map((number) => outputs[number]!);
    if (mode === "concatenate") return concat(graph, [first!, ...others], { axis: 1 });
    return others.reduce((a, b) => max(graph, { a, b }), first!);
  },
  width({ mode, from }, context) {
    const { checks } = context;
    const isMode = ["concatenate", "max"].includes(mode);
    checks.holds("mode", { holds: isMode, expected: "concatenate or max", found: mode });
    checks.holds("from", { holds: from.length > 0, expected: "at least one output", found: "none" });
    const taken = from.map((number) => earlierWidth(number, context));
    if (mode === "concatenate") return taken.reduce((a, b) => a + b);
    for (const found of taken) checks.same("width taken", { expected: taken[0]!, found });
    return taken[0]!;
  },
  takes: ({ from }) => from,
  differsOnLoops: false,
  reference({ mode, from }, { outputs }) {
    const taken = from.map((number) => outputs[number]!);
    return mode === "max" ? taken.reduce(largerOf) : sideBySide(taken);
  },
  card: z.strictObject({
    kind: z.literal("jumping-knowledge"),
    mode: z.enum(["concatenate", "max"]),
    from: z.array(cardFields.earlier).min(1),
    as: cardFields.as,
  }),
  cardHints: { mode: "PyG calls the first one cat; its lstm cannot be imported" },
  fromCard: ({ mode, from }, { number }) => ({
    layers: [{ kind: "jumping-knowledge", mode, from: from.map(number) }],
    weights: {},
  }),
});
