import type { Value } from "../builder/value.js";
import { relu } from "../operators/activation.js";
import type { LayerContext } from "./layer-context.js";

/** Adds `y = max(x, 0)`. */
export function translateRelu({ graph }: LayerContext, x: Value<"float32">): Value<"float32"> {
  return relu(graph, x);
}
