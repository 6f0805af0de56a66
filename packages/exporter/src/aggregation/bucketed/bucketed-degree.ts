import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { reduceSum } from "../../operators/reduction.js";
import { cast, unsqueeze } from "../../operators/shaping.js";
import type { NeighbourTables } from "./neighbour-tables.js";
import { perBucket } from "./per-bucket.js";

/** Adds the nodes that return each node's number of incoming arcs, `[N, 1]`, or the sum of their weights where they have some. */
export function bucketedDegree(graph: GraphBuilder, { degree, ...tables }: NeighbourTables): Value<"float32"> {
  const { inverse, buckets } = tables;
  const [first, ...others] = buckets.flatMap(({ weights }) => (weights === undefined ? [] : [weights]));
  if (first === undefined) return unsqueeze(graph, cast(graph, degree, { to: "float32" }), { axes: [1] });
  const rowsOf = (weights: Value<"float32">) => reduceSum(graph, weights, { axes: [1] });
  return perBucket(graph, { buckets: [first, ...others], inverse, rowsOf });
}
