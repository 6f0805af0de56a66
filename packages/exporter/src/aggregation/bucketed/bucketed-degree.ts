import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { reduceSum } from "../../operators/reduction.js";
import { cast, concat, reshape, unsqueeze } from "../../operators/shaping.js";
import { gather } from "../../operators/indexing.js";
import type { NeighbourTables } from "./neighbour-tables.js";

/**
 * Adds the nodes that return each node's number of incoming arcs, `[N, 1]`, or the sum of their weights where they have
 * some.
 */
export function bucketedDegree(graph: GraphBuilder, { degree, inverse, buckets }: NeighbourTables): Value<"float32"> {
  const weights = buckets.flatMap((bucket) => (bucket.weights === undefined ? [] : [bucket.weights]));
  if (weights.length === 0) return unsqueeze(graph, cast(graph, degree, { to: "float32" }), { axes: [1] });
  const sums = weights.map((table) => reshape(graph, reduceSum(graph, table, { axes: [2] }), { shape: [-1, 1] }));
  return gather(graph, { data: concat(graph, sums, { axis: 0 }), indices: inverse });
}
