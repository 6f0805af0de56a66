import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { greater } from "../operators/comparison.js";
import { ifThenElse } from "../operators/control.js";
import { gather, slice, topK } from "../operators/indexing.js";
import { reduceMax } from "../operators/reduction.js";
import { cast, concat } from "../operators/shaping.js";
import type { Arcs } from "./arcs.js";

/**
 * Adds the nodes that return the sources `[E]` in the order of their targets; arcs of one target keep their order. Arcs
 * that are sorted already are passed on: sorting is the most expensive part of the tables.
 */
export function sortedSources(
  graph: GraphBuilder,
  { source, target, arcCount }: Pick<Arcs, "source" | "target" | "arcCount">,
): Value<"int64"> {
  const falls = greater(graph, {
    a: slice(graph, target, { start: 0, end: -1 }),
    b: slice(graph, target, { start: 1 }),
  });
  // The appended 0 keeps the maximum defined for graphs with at most one arc.
  const marks = concat(graph, [cast(graph, falls, { to: "int64" }), graph.constant(int64Tensor([0]))], { axis: 0 });
  const unsorted = cast(graph, reduceMax(graph, marks, { keepdims: 0 }), { to: "bool" });
  return ifThenElse(graph, unsorted, {
    elementType: "int64",
    thenBranch: (inner) => {
      const { indices } = topK(inner, { x: target, k: arcCount }, { axis: 0, largest: 0 });
      return gather(inner, { data: source, indices });
    },
    elseBranch: () => source,
  });
}
