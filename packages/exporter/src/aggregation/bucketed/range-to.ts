import type { GraphBuilder } from "../../builder/graph-builder.js";
import { int64Tensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { range } from "../../operators/cumulation.js";

/** Adds the node that returns 0 … limit − 1; `limit` is a scalar. */
export function rangeTo(graph: GraphBuilder, limit: Value<"int64">): Value<"int64"> {
  const scalar = (value: number) => graph.constant(int64Tensor([value], []));
  return range(graph, { start: scalar(0), limit, delta: scalar(1) });
}
