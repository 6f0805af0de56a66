import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { max } from "../operators/elementwise.js";
import { concat } from "../operators/shaping.js";
import type { LayerContext } from "./layer-context.js";

/** Adds earlier outputs side by side, or the largest of them column by column; `outputs` are the outputs so far. */
export function translateJumpingKnowledge(
  { graph }: LayerContext,
  { mode, from }: Extract<Layer, { kind: "jumping-knowledge" }>,
  outputs: readonly Value<"float32">[],
): Value<"float32"> {
  const [first, ...others] = from.map((number) => outputs[number]!);
  if (mode === "concatenate") return concat(graph, [first!, ...others], { axis: 1 });
  return others.reduce((a, b) => max(graph, { a, b }), first!);
}
