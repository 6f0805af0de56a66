import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { gather } from "../../operators/indexing.js";
import { reduceMax } from "../../operators/reduction.js";
import { lowest } from "../aggregation.js";
import type { NeighbourTables } from "./neighbour-tables.js";
import { padded } from "./padded.js";
import { perBucket } from "./per-bucket.js";

/**
 * Adds the nodes that take the largest value over each node's incoming arcs, column by column, `[N, width]`. Isolated
 * nodes get the lowest number there is.
 */
export function bucketedMax(
  graph: GraphBuilder,
  { features, width, tables }: { features: Value<"float32">; width: number; tables: NeighbourTables },
): Value<"float32"> {
  const data = padded(graph, features, { width, value: lowest });
  return perBucket(graph, {
    inverse: tables.inverse,
    width,
    buckets: tables.buckets.map(({ sources }) => ({ sources })),
    rowsOf: (inner, { sources }) =>
      reduceMax(inner, gather(inner, { data, indices: sources }), { axes: [1], keepdims: 0 }),
  });
}
