import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { elu } from "../operators/activation.js";
import type { LayerContext } from "./layer-context.js";

/** Adds `y = x` where x ≥ 0, else `alpha · (e^x − 1)`. */
export function translateElu(
  { graph }: LayerContext,
  { alpha }: Extract<Layer, { kind: "elu" }>,
  x: Value<"float32">,
): Value<"float32"> {
  return elu(graph, x, { alpha });
}
