import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { gather } from "../operators/indexing.js";
import { reduceSum } from "../operators/reduction.js";
import { concat } from "../operators/shaping.js";
import type { NeighbourTables } from "./neighbour-tables.js";

/**
 * Adds the nodes that sum over each node's incoming arcs: `y[t] = Σ h[s]` over arcs s → t, `[N, C]`, zeros for isolated
 * nodes. The order of the terms is that of the arcs, so results are equal bit by bit at any number of threads.
 * `width` is C.
 */
export function aggregate(
  graph: GraphBuilder,
  { features, width, neighbours }: { features: Value<"float32">; width: number; neighbours: NeighbourTables },
): Value<"float32"> {
  const zeroRow = graph.constant(floatTensor(new Float32Array(width), [1, width]));
  const padded = concat(graph, [features, zeroRow], { axis: 0 });
  const sumRows = (table: Value<"int64">) =>
    reduceSum(graph, gather(graph, { data: padded, indices: table }), { axes: [1], keepdims: 0 });
  const [first, ...others] = neighbours.tables;
  const rows = concat(graph, [sumRows(first), ...others.map(sumRows)], { axis: 0 });
  return gather(graph, { data: rows, indices: neighbours.inverse });
}
