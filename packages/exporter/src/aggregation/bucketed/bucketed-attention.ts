import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { leakyRelu, softmax } from "../../operators/activation.js";
import { equal, where } from "../../operators/comparison.js";
import { add } from "../../operators/elementwise.js";
import { gather } from "../../operators/indexing.js";
import { matMul } from "../../operators/matrix.js";
import { concat, reshape, squeeze, transpose, unsqueeze } from "../../operators/shaping.js";
import { lowest, type Attention } from "../aggregation.js";
import type { Arcs } from "../arcs.js";
import type { AttentionBucket } from "./attention-tables.js";
import type { NeighbourTables } from "./neighbour-tables.js";
import { perBucket } from "./per-bucket.js";

type Numbers = Value<"float32">;

/**
 * Adds the nodes of {@link Attention}, `[N, heads · columns]`. Within a block heads come first, so that the weighted
 * sum of a node is a product of a row with its table of neighbours.
 */
export function bucketedAttention(
  graph: GraphBuilder,
  attention: Attention,
  {
    buckets,
    inverse,
    nodeCount,
  }: {
    buckets: readonly AttentionBucket[];
    inverse: NeighbourTables["inverse"];
    nodeCount: Arcs["nodeCount"];
  },
): Numbers {
  const { heads, columns, negativeSlope } = attention;
  const { h, sourceScore, targetScore } = project(graph, attention);
  const rows = withFiller(graph, h, [heads, 1, columns]);
  const sourceScores = withFiller(graph, sourceScore, [heads, 1]);
  const targetScores = withFiller(graph, targetScore, [heads, 1]);
  const lowestScore = graph.constant(floatTensor(Float32Array.of(lowest), []));
  return perBucket(graph, {
    buckets: buckets.map(({ ids, sources }) => ({ ids, sources })),
    inverse,
    width: heads * columns,
    rowsOf: (inner, { ids, sources }) => {
      const ofSources = gather(inner, { data: sourceScores, indices: sources }, { axis: 1 });
      const ofTargets = unsqueeze(inner, gather(inner, { data: targetScores, indices: ids }, { axis: 1 }), {
        axes: [2],
      });
      const scores = leakyRelu(inner, add(inner, { a: ofSources, b: ofTargets }), { alpha: negativeSlope });
      const filler = equal(inner, { a: sources, b: nodeCount() });
      const masked = where(inner, { condition: filler, x: lowestScore, y: scores });
      const shares = unsqueeze(inner, softmax(inner, masked, { axis: 2 }), { axes: [2] });
      const neighbours = gather(inner, { data: rows, indices: sources }, { axis: 1 });
      const attended = squeeze(inner, matMul(inner, { a: shares, b: neighbours }), { axes: [2] });
      return reshape(inner, transpose(inner, attended, { perm: [1, 0, 2] }), { shape: [-1, heads * columns] });
    },
  });
}

/** `h = x W` as `[heads, N, columns]`, and `s · h` and `t · h` as `[heads, N]`. */
function project(graph: GraphBuilder, { features, weight, source, target, inputs, heads, columns }: Attention) {
  const perHead = transpose(graph, reshape(graph, weight, { shape: [inputs, heads, columns] }), { perm: [1, 0, 2] });
  const h = matMul(graph, { a: features, b: perHead });
  const score = (vector: Numbers) =>
    squeeze(graph, matMul(graph, { a: h, b: unsqueeze(graph, vector, { axes: [2] }) }), { axes: [2] });
  return { h, sourceScore: score(source), targetScore: score(target) };
}

/** The values with one more entry along axis 1, zeros in this shape, which fillers point to. */
function withFiller(graph: GraphBuilder, values: Numbers, shape: readonly number[]): Numbers {
  const size = shape.reduce((a, b) => a * b, 1);
  return concat(graph, [values, graph.constant(floatTensor(new Float32Array(size), shape))], { axis: 1 });
}
