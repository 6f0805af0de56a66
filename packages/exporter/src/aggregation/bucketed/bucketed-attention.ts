import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { leakyRelu, softmax } from "../../operators/activation.js";
import { where } from "../../operators/comparison.js";
import { add } from "../../operators/elementwise.js";
import { gather } from "../../operators/indexing.js";
import { matMul } from "../../operators/matrix.js";
import { concat, reshape, squeeze, transpose, unsqueeze } from "../../operators/shaping.js";
import { lowest, type Attention } from "../aggregation.js";
import type { AttentionBucket } from "./attention-tables.js";
import type { NeighbourTables } from "./neighbour-tables.js";
import { perBucket } from "./per-bucket.js";

type Numbers = Value<"float32">;

/**
 * Adds the nodes of {@link Attention}, `[N, heads · columns]`. Heads come first in every tensor on the way, so that the
 * weighted sum of a node is a product of a row with its table of neighbours; only one bucket's neighbours are in memory at
 * a time.
 */
export function bucketedAttention(
  graph: GraphBuilder,
  attention: Attention,
  {
    buckets,
    inverse,
  }: { buckets: readonly [AttentionBucket, ...AttentionBucket[]]; inverse: NeighbourTables["inverse"] },
): Numbers {
  const { heads, columns, negativeSlope } = attention;
  const { h, sourceScore, targetScore } = project(graph, attention);
  const paddedRows = withPadding(graph, h, [heads, 1, columns]);
  const paddedScores = withPadding(graph, sourceScore, [heads, 1]);
  const rowsOf = ({ ids, sources, padding }: AttentionBucket) => {
    const ofSources = gather(graph, { data: paddedScores, indices: sources }, { axis: 1 });
    const ofTargets = unsqueeze(graph, gather(graph, { data: targetScore, indices: ids }, { axis: 1 }), { axes: [2] });
    const scores = leakyRelu(graph, add(graph, { a: ofSources, b: ofTargets }), { alpha: negativeSlope });
    const masked = where(graph, { condition: padding, x: scalar(graph, lowest), y: scores });
    const shares = unsqueeze(graph, softmax(graph, masked, { axis: 2 }), { axes: [2] });
    const neighbours = gather(graph, { data: paddedRows, indices: sources }, { axis: 1 });
    return squeeze(graph, matMul(graph, { a: shares, b: neighbours }), { axes: [2] });
  };
  const attended = perBucket(graph, { buckets, inverse, rowsOf, axis: 1 });
  return reshape(graph, transpose(graph, attended, { perm: [1, 0, 2] }), { shape: [-1, heads * columns] });
}

/** `h = x W` as `[heads, N, columns]`, and `s · h` and `t · h` as `[heads, N]`. */
function project(graph: GraphBuilder, { features, weight, source, target, inputs, heads, columns }: Attention) {
  const perHead = transpose(graph, reshape(graph, weight, { shape: [inputs, heads, columns] }), { perm: [1, 0, 2] });
  const h = matMul(graph, { a: features, b: perHead });
  const score = (vector: Numbers) =>
    squeeze(graph, matMul(graph, { a: h, b: unsqueeze(graph, vector, { axes: [2] }) }), { axes: [2] });
  return { h, sourceScore: score(source), targetScore: score(target) };
}

function withPadding(graph: GraphBuilder, values: Numbers, shape: readonly number[]): Numbers {
  const size = shape.reduce((a, b) => a * b, 1);
  return concat(graph, [values, graph.constant(floatTensor(new Float32Array(size), shape))], { axis: 1 });
}

function scalar(graph: GraphBuilder, value: number): Numbers {
  return graph.constant(floatTensor(Float32Array.of(value), []));
}
