import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor } from "../../builder/tensor.js";
import { lazily } from "../../lazily.js";
import { greater, where } from "../../operators/comparison.js";
import type { Aggregation } from "../aggregation.js";
import type { Arcs } from "../arcs.js";
import { attentionTables } from "./attention-tables.js";
import { bucketedAttention } from "./bucketed-attention.js";
import { bucketedDegree } from "./bucketed-degree.js";
import { bucketedMax } from "./bucketed-max.js";
import { bucketedSum } from "./bucketed-sum.js";
import { neighbourTables } from "./neighbour-tables.js";

/**
 * Returns aggregations over tables of neighbours, one table per class of in-degrees. The tables are added to the graph
 * once, when they are first needed, and are read by all layers.
 */
export function bucketedAggregation(
  graph: GraphBuilder,
  arcs: () => Arcs,
  { widths }: { widths?: readonly number[] } = {},
): Aggregation {
  const tables = lazily(() => neighbourTables(graph, arcs(), widths === undefined ? {} : { widths }));
  const attended = lazily(() => attentionTables(graph, { buckets: tables().buckets, arcs: arcs() }));
  const degree = lazily(() => bucketedDegree(graph, tables()));
  const zero = () => graph.constant(floatTensor(Float32Array.of(0)));
  return {
    degree,
    sum: (features, { width }) => bucketedSum(graph, { features, width, tables: tables() }),
    max: (features, { width }) => {
      const largest = bucketedMax(graph, { features, width, tables: tables() });
      const connected = greater(graph, { a: degree(), b: zero() });
      return where(graph, { condition: connected, x: largest, y: zero() });
    },
    attend: (attention) => {
      const { nodeCount } = arcs();
      return bucketedAttention(graph, attention, { buckets: attended(), inverse: tables().inverse, nodeCount });
    },
  };
}
