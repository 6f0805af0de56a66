import type { GraphBuilder } from "../../builder/graph-builder.js";
import { int64Tensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { greater } from "../../operators/comparison.js";
import { ifThenElse } from "../../operators/control.js";
import { gather, slice, topK } from "../../operators/indexing.js";
import { reduceMax } from "../../operators/reduction.js";
import { cast, concat, squeeze } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";
import { rangeTo } from "./range-to.js";

/** Arcs in the order of their targets; those of one target keep their order. */
export interface SortedArcs {
  /** `[E]` */
  readonly source: Value<"int64">;
  readonly weight: Value<"float32"> | undefined;
}

/**
 * Adds the nodes that sort arcs by target. Sources that are sorted already are passed on: sorting is the most expensive part
 * of the tables.
 */
export function sortedArcs(graph: GraphBuilder, arcs: Arcs): SortedArcs {
  const { source, target, weight, arcCount } = arcs;
  const count = arcCount();
  const unsorted = isUnsorted(graph, target);
  const order = (inner: GraphBuilder) => topK(inner, { x: target, k: count }, { axis: 0, largest: 0 }).indices;
  if (weight === undefined) {
    const sorted = ifThenElse(graph, unsorted, {
      elementType: "int64",
      thenBranch: (inner) => gather(inner, { data: source, indices: order(inner) }),
      elseBranch: () => source,
    });
    return { source: sorted, weight };
  }
  const indices = ifThenElse(graph, unsorted, {
    elementType: "int64",
    thenBranch: order,
    elseBranch: (inner) => rangeTo(inner, squeeze(inner, count, { axes: [0] })),
  });
  return { source: gather(graph, { data: source, indices }), weight: gather(graph, { data: weight, indices }) };
}

function isUnsorted(graph: GraphBuilder, target: Value<"int64">): Value<"bool"> {
  const falls = greater(graph, {
    a: slice(graph, target, { start: 0, end: -1 }),
    b: slice(graph, target, { start: 1 }),
  });
  // The appended 0 keeps the maximum defined for graphs with at most one arc.
  const marks = concat(graph, [cast(graph, falls, { to: "int64" }), graph.constant(int64Tensor([0]))], { axis: 0 });
  return cast(graph, reduceMax(graph, marks, { keepdims: 0 }), { to: "bool" });
}
