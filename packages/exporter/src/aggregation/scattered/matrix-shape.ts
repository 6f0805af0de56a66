import type { GraphBuilder } from "../../builder/graph-builder.js";
import { int64Tensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { concat } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";

/** Returns the shape `[N, width]` or `[E, width]`, a constant where N or E is fixed. */
export function matrixShape(
  graph: GraphBuilder,
  { nodeCount, arcCount, fixed }: Arcs,
  { rows, width }: { rows: "nodes" | "arcs"; width: number },
): Value<"int64"> {
  const known = fixed[rows];
  if (known !== undefined) return graph.constant(int64Tensor([known, width]));
  const count = rows === "nodes" ? nodeCount : arcCount;
  return concat(graph, [count(), graph.constant(int64Tensor([width]))], { axis: 0 });
}
