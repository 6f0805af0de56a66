import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { equal, where } from "../../operators/comparison.js";
import { concat, unsqueeze } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";
import type { NeighbourTables } from "./neighbour-tables.js";

/** Whom the nodes of a class attend to, in the blocks of its table of neighbours. */
export interface AttentionBucket {
  readonly ids: Value<"int64">;
  /**
   * The node itself, then the sources of its arcs; N for fillers and for arcs from the node to itself, `[B, R, 1 + K]`.
   */
  readonly sources: Value<"int64">;
}

/** Adds the nodes that turn neighbour tables into tables in which each node stands exactly once in its own row. */
export function attentionTables(
  graph: GraphBuilder,
  { buckets, arcs: { nodeCount } }: { buckets: NeighbourTables["buckets"]; arcs: Arcs },
): readonly AttentionBucket[] {
  return buckets.map(({ ids, sources }) => {
    const itself = unsqueeze(graph, ids, { axes: [2] });
    const others = where(graph, { condition: equal(graph, { a: sources, b: itself }), x: nodeCount(), y: sources });
    return { ids, sources: concat(graph, [itself, others], { axis: 2 }) };
  });
}
