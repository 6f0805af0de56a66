import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { gemm } from "../operators/matrix.js";
import type { LayerContext } from "./layer-context.js";

/** Adds `y = x W + b`. */
export function translateLinear(
  { graph, weight }: LayerContext,
  { name }: Extract<Layer, { kind: "linear" }>,
  x: Value<"float32">,
): Value<"float32"> {
  return gemm(graph, { a: x, b: weight(`${name}.weight`), c: weight(`${name}.bias`) });
}
