import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { concat } from "../../operators/shaping.js";

/** Adds row N, filled with `value`, behind the features `[N, width]`: what the padding of tables points to. */
export function padded(
  graph: GraphBuilder,
  features: Value<"float32">,
  { width, value }: { width: number; value: number },
): Value<"float32"> {
  const row = graph.constant(floatTensor(new Float32Array(width).fill(value), [1, width]));
  return concat(graph, [features, row], { axis: 0 });
}
