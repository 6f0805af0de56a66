import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";

/** CumSum-14: running sum along `axis` (default 0); `exclusive` 1 leaves the element itself out (default 0). */
export function cumSum<T extends "float32" | "int64">(
  graph: GraphBuilder,
  x: Value<T>,
  { axis = 0, exclusive = 0 }: { axis?: number; exclusive?: 0 | 1 } = {},
): Value<T> {
  return graph.node("CumSum", {
    inputs: [x, graph.constant(int64Tensor([axis], []))],
    attributes: { exclusive: { int: exclusive } },
    outputs: [x.elementType],
  });
}

/** Range-11: start, start + delta, … below `limit`; all three are scalars. Empty where limit ≤ start. */
export function range(
  graph: GraphBuilder,
  { start, limit, delta }: { start: Value<"int64">; limit: Value<"int64">; delta: Value<"int64"> },
): Value<"int64"> {
  return graph.node("Range", { inputs: [start, limit, delta], outputs: ["int64"] });
}
