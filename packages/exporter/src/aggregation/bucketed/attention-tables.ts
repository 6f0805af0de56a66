import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { equal, where } from "../../operators/comparison.js";
import { concat, unsqueeze } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";
import type { Bucket, NeighbourTables } from "./neighbour-tables.js";

/** Whom the nodes of a class attend to. */
export interface AttentionBucket {
  readonly ids: Value<"int64">;
  /** The node itself, then the sources of its arcs; N for padding and for arcs from the node to itself, `[M, 1 + K]`. */
  readonly sources: Value<"int64">;
  /** Where `sources` is N. */
  readonly padding: Value<"bool">;
}

/** Adds the nodes that turn neighbour tables into tables in which each node stands exactly once in its own row. */
export function attentionTables(
  graph: GraphBuilder,
  { buckets, arcs: { nodeCount } }: { buckets: NeighbourTables["buckets"]; arcs: Arcs },
): readonly [AttentionBucket, ...AttentionBucket[]] {
  const withItself = ({ ids, sources }: Bucket): AttentionBucket => {
    const itself = unsqueeze(graph, ids, { axes: [1] });
    const others = where(graph, { condition: equal(graph, { a: sources, b: itself }), x: nodeCount(), y: sources });
    const all = concat(graph, [itself, others], { axis: 1 });
    return { ids, sources: all, padding: equal(graph, { a: all, b: nodeCount() }) };
  };
  const [first, ...others] = buckets;
  return [withItself(first), ...others.map(withItself)];
}
