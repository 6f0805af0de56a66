import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { gather } from "../../operators/indexing.js";
import { concat } from "../../operators/shaping.js";
import type { NeighbourTables } from "./neighbour-tables.js";

/**
 * Adds what `rowsOf` adds for every bucket, one bucket after the other so that a runtime can reuse their memory, and puts
 * the rows back into the order of the nodes. `axis` is that of the M rows, and of the N nodes in the result.
 */
export function perBucket<B>(
  graph: GraphBuilder,
  {
    buckets,
    inverse,
    rowsOf,
    axis = 0,
  }: {
    buckets: readonly [B, ...B[]];
    inverse: NeighbourTables["inverse"];
    rowsOf: (bucket: B) => Value<"float32">;
    axis?: number;
  },
): Value<"float32"> {
  const [first, ...others] = buckets;
  const rows = concat(graph, [rowsOf(first), ...others.map(rowsOf)], { axis });
  return gather(graph, { data: rows, indices: inverse }, { axis });
}
