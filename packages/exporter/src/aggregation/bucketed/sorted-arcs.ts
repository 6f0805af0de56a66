import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor, int64Tensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { greater } from "../../operators/comparison.js";
import { ifThenElse } from "../../operators/control.js";
import { gather, slice } from "../../operators/indexing.js";
import { reduceMax } from "../../operators/reduction.js";
import { cast, concat, squeeze } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";
import type { InDegrees } from "./in-degrees.js";
import { rangeTo } from "./range-to.js";
import { sortByTarget } from "./sort-by-target.js";

/** Arcs in the order of their targets; those of one target keep their order. Behind them comes at least one filler. */
export interface SortedArcs {
  /** Source of each arc, then N. */
  readonly source: Value<"int64">;
  /** Weight of each arc, then 0. */
  readonly weight: Value<"float32"> | undefined;
}

/**
 * Adds the nodes that sort arcs by target. Arcs that are sorted already are passed on: sorting is the most expensive
 * part of the tables.
 */
export function sortedArcs(
  graph: GraphBuilder,
  { arcs, degrees }: { readonly arcs: Arcs; readonly degrees: InDegrees },
): SortedArcs {
  const { source, target, weight, arcCount, nodeCount } = arcs;
  const unsorted = isUnsorted(graph, target);
  const sorted = (column: Value<"int64">, filler: Value<"int64">) =>
    ifThenElse(graph, unsorted, {
      elementType: "int64",
      thenBranch: (inner) => sortByTarget(inner, arcs, { column, filler, degrees }),
      elseBranch: (inner) => concat(inner, [column, filler], { axis: 0 }),
    });
  if (weight === undefined) return { source: sorted(source, nodeCount()), weight };
  const indices = sorted(rangeTo(graph, squeeze(graph, arcCount(), { axes: [0] })), arcCount());
  const zero = graph.constant(floatTensor(Float32Array.of(0)));
  return {
    source: gather(graph, { data: concat(graph, [source, nodeCount()], { axis: 0 }), indices }),
    weight: gather(graph, { data: concat(graph, [weight, zero], { axis: 0 }), indices }),
  };
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
