import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { leakyRelu } from "../../operators/activation.js";
import { equal, where } from "../../operators/comparison.js";
import { add, div, exp, mul, sub } from "../../operators/elementwise.js";
import { gather } from "../../operators/indexing.js";
import { matMul } from "../../operators/matrix.js";
import { reduceSum } from "../../operators/reduction.js";
import { reshape, unsqueeze } from "../../operators/shaping.js";
import { lowest, type Attention } from "../aggregation.js";
import type { Arcs } from "../arcs.js";
import { scatterRows, type Messages } from "./scatter-rows.js";

type Numbers = Value<"float32">;

/**
 * Adds the nodes of {@link Attention}, `[N, heads · columns]`, by three scatters: the highest score per node, the sum
 * of the exponentials below it, and the sum of what they weigh. What a node gives to itself is where each of the three
 * starts.
 */
export function scatteredAttention(graph: GraphBuilder, attention: Attention, arcs: Arcs): Numbers {
  const { source: sources, target: targets } = arcs;
  const { heads, columns, negativeSlope } = attention;
  const { h, sourceScore, targetScore } = project(graph, attention);
  const ofNodes = (data: Numbers, indices: Value<"int64">) => gather(graph, { data, indices });
  const score = (a: Numbers, b: Numbers) => leakyRelu(graph, add(graph, { a, b }), { alpha: negativeSlope });
  const scatter = (start: Numbers, messages: Messages) => scatterRows(graph, messages, { start, arcs });

  const own = score(sourceScore, targetScore);
  const isLoop = unsqueeze(graph, equal(graph, { a: sources, b: targets }), { axes: [1] });
  const alongArcs = where(graph, {
    condition: isLoop,
    x: graph.constant(floatTensor(Float32Array.of(lowest))),
    y: score(ofNodes(sourceScore, sources), ofNodes(targetScore, targets)),
  });
  const highest = scatter(own, { rows: alongArcs, width: heads, reduction: "max" });
  const share = exp(graph, sub(graph, { a: alongArcs, b: ofNodes(highest, targets) }));
  const ownShare = exp(graph, sub(graph, { a: own, b: highest }));
  const total = scatter(ownShare, { rows: share, width: heads, reduction: "add" });

  const flat = (values: Numbers) => reshape(graph, values, { shape: [-1, heads * columns] });
  const perColumn = (values: Numbers) => unsqueeze(graph, values, { axes: [2] });
  const weighed = (rows: Numbers, shares: Numbers) => flat(mul(graph, { a: rows, b: perColumn(shares) }));
  const rows = weighed(ofNodes(h, sources), share);
  const sums = scatter(weighed(h, ownShare), { rows, width: heads * columns, reduction: "add" });
  const perHead = reshape(graph, sums, { shape: [-1, heads, columns] });
  return flat(div(graph, { a: perHead, b: perColumn(total) }));
}

/** `h = x W` as `[N, heads, columns]`, and `s · h` and `t · h` as `[N, heads]`. */
function project(graph: GraphBuilder, { features, weight, source, target, heads, columns }: Attention) {
  const h = reshape(graph, matMul(graph, { a: features, b: weight }), { shape: [-1, heads, columns] });
  const score = (vector: Numbers) => reduceSum(graph, mul(graph, { a: h, b: vector }), { axes: [2], keepdims: 0 });
  return { h, sourceScore: score(source), targetScore: score(target) };
}
