import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor } from "../builder/tensor.js";
import { lazily } from "../lazily.js";
import { greater, where, equal } from "../operators/comparison.js";
import { type Aggregation, lowest, type Attention } from "./aggregation.js";
import type { ArcValues } from "./arc-values.js";
import { neighbourTables, type NeighbourTables } from "./neighbour-tables.js";
import type { Value } from "../builder/value.js";
import { leakyRelu, softmax } from "../operators/activation.js";
import { add } from "../operators/elementwise.js";
import { gather } from "../operators/indexing.js";
import { matMul } from "../operators/matrix.js";
import { concat, reshape, squeeze, transpose, unsqueeze } from "../operators/shaping.js";
import { reduceSum, reduceMax } from "../operators/reduction.js";
import { scan } from "../operators/control.js";

/**
 * Returns aggregations over tables of neighbours, one table per class of in-degrees. The tables are added to the graph
 * once, when they are first needed, and are read by all layers.
 */
export function bucketedAggregation(
  graph: GraphBuilder,
  arcs: () => ArcValues,
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

type Numbers = Value<"float32">;

/**
 * Adds the nodes of {@link Attention}, `[N, heads · columns]`. Within a block heads come first, so that the weighted
 * sum of a node is a product of a row with its table of neighbours.
 */
function bucketedAttention(
  graph: GraphBuilder,
  attention: Attention,
  {
    buckets,
    inverse,
    nodeCount,
  }: {
    buckets: readonly AttentionBucket[];
    inverse: NeighbourTables["inverse"];
    nodeCount: ArcValues["nodeCount"];
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

/**
 * Adds the nodes that return each node's number of incoming arcs, `[N, 1]`, or the sum of their weights where they have
 * some.
 */
function bucketedDegree(graph: GraphBuilder, { counts, inverse, buckets }: NeighbourTables): Value<"float32"> {
  const weights = buckets.flatMap((bucket) => (bucket.weights === undefined ? [] : [bucket.weights]));
  // As they were counted: the WebGPU provider has no kernel that makes numbers of int64.
  if (weights.length === 0) return unsqueeze(graph, counts, { axes: [1] });
  const sums = weights.map((table) => reshape(graph, reduceSum(graph, table, { axes: [2] }), { shape: [-1, 1] }));
  return gather(graph, { data: concat(graph, sums, { axis: 0 }), indices: inverse });
}

/**
 * Adds the nodes that take the largest value over each node's incoming arcs, column by column, `[N, width]`. Isolated
 * nodes get the lowest number there is.
 */
function bucketedMax(
  graph: GraphBuilder,
  { features, width, tables }: { features: Value<"float32">; width: number; tables: NeighbourTables },
): Value<"float32"> {
  const data = padded(graph, features, { width, value: lowest });
  return perBucket(graph, {
    inverse: tables.inverse,
    width,
    buckets: tables.buckets.map(({ sources }) => ({ sources })),
    rowsOf: (inner, { sources }) =>
      reduceMax(inner, gather(inner, { data, indices: sources }), { axes: [1], keepdims: 0 }),
  });
}

/**
 * Adds the nodes that sum over each node's incoming arcs: `y[t] = Σ h[s]`, or `Σ w h[s]`, over arcs s → t,
 * `[N, width]`, zeros for isolated nodes. The order of the terms is that of the arcs, so results are equal bit by bit
 * at any number of threads.
 */
function bucketedSum(
  graph: GraphBuilder,
  { features, width, tables }: { features: Value<"float32">; width: number; tables: NeighbourTables },
): Value<"float32"> {
  const data = padded(graph, features, { width, value: 0 });
  return perBucket(graph, {
    inverse: tables.inverse,
    width,
    buckets: tables.buckets.map(({ sources, weights }) => ({ sources, weights })),
    rowsOf: (inner, { sources, weights }) => {
      const neighbours = gather(inner, { data, indices: sources });
      if (weights === undefined) return reduceSum(inner, neighbours, { axes: [1], keepdims: 0 });
      const products = matMul(inner, { a: unsqueeze(inner, weights, { axes: [1] }), b: neighbours });
      return squeeze(inner, products, { axes: [1] });
    },
  });
}

/** Whom the nodes of a class attend to, in the blocks of its table of neighbours. */
interface AttentionBucket {
  readonly ids: Value<"int64">;
  /**
   * The node itself, then the sources of its arcs; N for fillers and for arcs from the node to itself, `[B, R, 1 + K]`.
   */
  readonly sources: Value<"int64">;
}

/** Adds the nodes that turn neighbour tables into tables in which each node stands exactly once in its own row. */
function attentionTables(
  graph: GraphBuilder,
  { buckets, arcs: { nodeCount } }: { buckets: NeighbourTables["buckets"]; arcs: ArcValues },
): readonly AttentionBucket[] {
  return buckets.map(({ ids, sources }) => {
    const itself = unsqueeze(graph, ids, { axes: [2] });
    const others = where(graph, { condition: equal(graph, { a: sources, b: itself }), x: nodeCount(), y: sources });
    return { ids, sources: concat(graph, [itself, others], { axis: 2 }) };
  });
}

/** Adds row N, filled with `value`, behind the features `[N, width]`: what the padding of tables points to. */
function padded(
  graph: GraphBuilder,
  features: Value<"float32">,
  { width, value }: { width: number; value: number },
): Value<"float32"> {
  const row = graph.constant(floatTensor(new Float32Array(width).fill(value), [1, width]));
  return concat(graph, [features, row], { axis: 0 });
}

/**
 * Adds what `rowsOf` adds for every block of every bucket, one block after the other, and puts the rows, `[R, width]`
 * each, into the order of the nodes, `[N, width]`.
 *
 * `buckets` are the tables that are read, the first axis of each that of the blocks; `rowsOf` is given those of one
 * block, without that axis, and the graph nested in the loop.
 */
function perBucket<Tables extends Readonly<Record<string, Value | undefined>>>(
  graph: GraphBuilder,
  {
    buckets,
    inverse,
    width,
    rowsOf,
  }: {
    buckets: readonly Tables[];
    inverse: NeighbourTables["inverse"];
    width: number;
    rowsOf: (graph: GraphBuilder, block: Tables) => Value<"float32">;
  },
): Value<"float32"> {
  const rowsOfBucket = (bucket: Tables) => {
    const read = Object.entries(bucket).filter((entry): entry is [string, Value] => entry[1] !== undefined);
    const rows = scan(
      graph,
      read.map(([, table]) => table),
      {
        elementType: "float32",
        body: (inner, entries) =>
          rowsOf(inner, { ...bucket, ...Object.fromEntries(read.map(([name], i) => [name, entries[i]])) }),
      },
    );
    return reshape(graph, rows, { shape: [-1, width] });
  };
  return gather(graph, { data: concat(graph, buckets.map(rowsOfBucket), { axis: 0 }), indices: inverse });
}
