import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor } from "../../builder/tensor.js";
import { lazily } from "../../lazily.js";
import { greater, where } from "../../operators/comparison.js";
import { mul } from "../../operators/elementwise.js";
import { gather } from "../../operators/indexing.js";
import { unsqueeze } from "../../operators/shaping.js";
import { lowest, type Aggregation } from "../aggregation.js";
import type { Arcs } from "../arcs.js";
import { filled } from "../filled.js";
import { matrixShape } from "./matrix-shape.js";
import { scatterRows, type Messages } from "./scatter-rows.js";
import { scatteredAttention } from "./scattered-attention.js";

/**
 * Returns aggregations that gather one row per arc and scatter them onto the targets: few kinds of operators, no
 * branch, and no size that depends on the content of a tensor, for runtimes that lack more. Every arc's row is in
 * memory at once.
 */
export function scatteredAggregation(graph: GraphBuilder, arcs: () => Arcs): Aggregation {
  const scatterOnto = (value: number, messages: Messages) => {
    const shape = matrixShape(graph, arcs(), { rows: "nodes", width: messages.width });
    return scatterRows(graph, messages, { start: filled(graph, { value, shape }), arcs: arcs() });
  };
  const zero = () => graph.constant(floatTensor(Float32Array.of(0)));
  const weights = lazily(() => {
    const { weight } = arcs();
    return weight && unsqueeze(graph, weight, { axes: [1] });
  });
  const ones = () => filled(graph, { value: 1, shape: matrixShape(graph, arcs(), { rows: "arcs", width: 1 }) });
  const degree = lazily(() => {
    const rows = weights() ?? ones();
    return scatterOnto(0, { rows, width: 1, reduction: "add" });
  });
  return {
    degree,
    sum: (features, { width }) => {
      const neighbours = gather(graph, { data: features, indices: arcs().source });
      const factors = weights();
      const rows = factors === undefined ? neighbours : mul(graph, { a: neighbours, b: factors });
      return scatterOnto(0, { rows, width, reduction: "add" });
    },
    max: (features, { width }) => {
      const rows = gather(graph, { data: features, indices: arcs().source });
      const largest = scatterOnto(lowest, { rows, width, reduction: "max" });
      return where(graph, { condition: greater(graph, { a: degree(), b: zero() }), x: largest, y: zero() });
    },
    attend: (attention) => scatteredAttention(graph, attention, arcs()),
  };
}
