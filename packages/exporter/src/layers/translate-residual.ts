import type { Layer } from "@evenodds/core";
import type { Value } from "../builder/value.js";
import { add } from "../operators/elementwise.js";
import type { LayerContext } from "./layer-context.js";

/** Adds `y = x + z` with z the output of an earlier layer; `outputs` are the outputs so far, x the last of them. */
export function translateResidual(
  { graph }: LayerContext,
  { from }: Extract<Layer, { kind: "residual" }>,
  outputs: readonly Value<"float32">[],
): Value<"float32"> {
  return add(graph, { a: outputs.at(-1)!, b: outputs[from]! });
}
