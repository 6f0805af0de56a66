import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { gather } from "../../operators/indexing.js";
import { matMul } from "../../operators/matrix.js";
import { reduceSum } from "../../operators/reduction.js";
import { squeeze, unsqueeze } from "../../operators/shaping.js";
import type { NeighbourTables } from "./neighbour-tables.js";
import { padded } from "./padded.js";
import { perBucket } from "./per-bucket.js";

/**
 * Adds the nodes that sum over each node's incoming arcs: `y[t] = Σ h[s]`, or `Σ w h[s]`, over arcs s → t,
 * `[N, width]`, zeros for isolated nodes. The order of the terms is that of the arcs, so results are equal bit by bit
 * at any number of threads.
 */
export function bucketedSum(
  graph: GraphBuilder,
  { features, width, tables }: { features: Value<"float32">; width: number; tables: NeighbourTables },
): Value<"float32"> {
  const data = padded(graph, features, { width, value: 0 });
  return perBucket(graph, {
    inverse: tables.inverse,
    width,
    buckets: tables.buckets.map(({ sources, weights }) => ({ sources, weights })),
    rowsOf: (inner, { sources, weights }) => {
      const neighbours = gather(inner, { data, indices: sources });
      if (weights === undefined) return reduceSum(inner, neighbours, { axes: [1], keepdims: 0 });
      const products = matMul(inner, { a: unsqueeze(inner, weights, { axes: [1] }), b: neighbours });
      return squeeze(inner, products, { axes: [1] });
    },
  });
}
