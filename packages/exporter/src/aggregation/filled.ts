import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { expand } from "../operators/shaping.js";

/** Adds a node that returns float32 tensors of one value in the sizes `shape`. */
export function filled(
  graph: GraphBuilder,
  { value, shape }: { value: number; shape: Value<"int64"> },
): Value<"float32"> {
  return expand(graph, { input: graph.constant(floatTensor(Float32Array.of(value))), shape });
}
