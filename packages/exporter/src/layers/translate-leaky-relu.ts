import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { leakyRelu } from "../operators/activation.js";
import type { LayerContext } from "./layer-context.js";

/** Adds `y = x` where x ≥ 0, else `negativeSlope · x`. */
export function translateLeakyRelu(
  { graph }: LayerContext,
  { negativeSlope }: Extract<Layer, { kind: "leaky-relu" }>,
  x: Value<"float32">,
): Value<"float32"> {
  return leakyRelu(graph, x, { alpha: negativeSlope });
}
