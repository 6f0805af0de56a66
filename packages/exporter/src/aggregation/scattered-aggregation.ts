import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor, int64Tensor } from "../builder/tensor.js";
import { lazily } from "../lazily.js";
import { greater, where, equal } from "../operators/comparison.js";
import { mul, add, div, exp, sub } from "../operators/elementwise.js";
import { gather, scatterElements } from "../operators/indexing.js";
import { unsqueeze, reshape, expand, concat } from "../operators/shaping.js";
import { lowest, type Aggregation, type Attention } from "./aggregation.js";
import type { ArcValues } from "./arc-values.js";
import { filled } from "./filled.js";
import type { Value } from "../builder/value.js";
import { leakyRelu } from "../operators/activation.js";
import { matMul } from "../operators/matrix.js";
import { reduceSum } from "../operators/reduction.js";

/**
 * Returns aggregations that gather one row per arc and scatter them onto the targets: few kinds of operators, no
 * branch, and no size that depends on the content of a tensor, for runtimes that lack more. Every arc's row is in
 * memory at once.
 */
export function scatteredAggregation(graph: GraphBuilder, arcs: () => ArcValues): Aggregation {
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

type Numbers = Value<"float32">;

/**
 * Adds the nodes of {@link Attention}, `[N, heads · columns]`, by three scatters: the highest score per node, the sum
 * of the exponentials below it, and the sum of what they weigh. What a node gives to itself is where each of the three
 * starts.
 */
function scatteredAttention(graph: GraphBuilder, attention: Attention, arcs: ArcValues): Numbers {
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

/** Rows of numbers `[E, width]` on their way to the targets of their arcs. */
interface Messages {
  readonly rows: Value<"float32">;
  readonly width: number;
  readonly reduction: "add" | "max";
}

/**
 * Adds the nodes that put messages together by target: row t of the result is row t of `start [N, width]` and all rows
 * of the messages whose target is t, added up or compared column by column. The operator takes one index per number, so
 * each target is repeated `width` times.
 */
function scatterRows(
  graph: GraphBuilder,
  { rows, width, reduction }: Messages,
  { start, arcs }: { start: Value<"float32">; arcs: ArcValues },
): Value<"float32"> {
  const column = unsqueeze(graph, arcs.target, { axes: [1] });
  const indices = expand(graph, { input: column, shape: matrixShape(graph, arcs, { rows: "arcs", width }) });
  return scatterElements(graph, { data: start, indices, updates: rows }, { reduction });
}

/** Returns the shape `[N, width]` or `[E, width]`, a constant where N or E is fixed. */
function matrixShape(
  graph: GraphBuilder,
  { nodeCount, arcCount, fixed }: ArcValues,
  { rows, width }: { rows: "nodes" | "arcs"; width: number },
): Value<"int64"> {
  const known = fixed[rows];
  if (known !== undefined) return graph.constant(int64Tensor([known, width]));
  const count = rows === "nodes" ? nodeCount : arcCount;
  return concat(graph, [count(), graph.constant(int64Tensor([width]))], { axis: 0 });
}
