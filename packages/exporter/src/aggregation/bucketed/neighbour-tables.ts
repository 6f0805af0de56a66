import type { GraphBuilder } from "../../builder/graph-builder.js";
import { floatTensor, int64Tensor } from "../../builder/tensor.js";
import type { Value } from "../../builder/value.js";
import { and, greater, less, lessOrEqual, where } from "../../operators/comparison.js";
import { add } from "../../operators/elementwise.js";
import { gather, nonZero, scatterElements } from "../../operators/indexing.js";
import { reduceMax } from "../../operators/reduction.js";
import { concat, expand, squeeze, unsqueeze } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";
import { inDegrees, type InDegrees } from "./in-degrees.js";
import { rangeTo } from "./range-to.js";
import { sortedArcs } from "./sorted-arcs.js";
import { widthClasses } from "./width-classes.js";

/** The nodes of one class of in-degrees and their neighbours. */
export interface Bucket {
  /** Which nodes are in it, `[M]`. */
  readonly ids: Value<"int64">;
  /** Row m lists the sources of the arcs into the m-th of them, filled up with the index N, `[M, K]`. */
  readonly sources: Value<"int64">;
  /** Weights of these arcs, filled up with 0; without them all count once. */
  readonly weights: Value<"float32"> | undefined;
}

/** Who is put together for whom, as tables that every layer reads. */
export interface NeighbourTables {
  readonly buckets: readonly [Bucket, ...Bucket[]];
  /** Where node n stands in the rows of all tables one below the other, `[N]`. */
  readonly inverse: Value<"int64">;
  /** In-degree of each node, `[N]`. */
  readonly degree: Value<"int64">;
}

/**
 * Adds the nodes that build the tables of {@link NeighbourTables}. Each node stands in the class of its in-degree,
 * isolated nodes in the first one. The last class takes its width from the largest in-degree when the graph runs, so no
 * degree is too large.
 *
 * `widths` are the upper ends of all classes but the last, rising, the first of them 1.
 */
export function neighbourTables(
  graph: GraphBuilder,
  arcs: Arcs,
  { widths = widthClasses }: { widths?: readonly number[] } = {},
): NeighbourTables {
  const degrees = inDegrees(graph, arcs);
  const { source, weight } = sortedArcs(graph, arcs);
  // Place E holds the padding: N, the row behind the features, and weight 0.
  const sources = concat(graph, [source, arcs.nodeCount()], { axis: 0 });
  const weights = weight && concat(graph, [weight, graph.constant(floatTensor(Float32Array.of(0)))], { axis: 0 });
  const bucket = (members: Value<"bool">, places: Value<"int64">): Bucket => {
    const ids = squeeze(graph, nonZero(graph, members), { axes: [0] });
    const indices = placesOf(graph, { arcs, degrees, ids, places });
    return {
      ids,
      sources: gather(graph, { data: sources, indices }),
      weights: weights && gather(graph, { data: weights, indices }),
    };
  };
  const first = bucket(atMost(graph, degrees, widths[0]!), placesUpTo(graph, widths[0]!));
  const middle = widths.slice(1).map((width, i) => {
    const members = and(graph, { a: above(graph, degrees, widths[i]!), b: atMost(graph, degrees, width) });
    return bucket(members, placesUpTo(graph, width));
  });
  const last = bucket(above(graph, degrees, widths.at(-1)!), placesOfLargest(graph, degrees));
  const buckets = [first, ...middle, last] as const;
  return { buckets, degree: degrees.degree, inverse: inverseOf(graph, { arcs, buckets }) };
}

function above(graph: GraphBuilder, { degree }: InDegrees, bound: number): Value<"bool"> {
  return greater(graph, { a: degree, b: graph.constant(int64Tensor([bound])) });
}

function atMost(graph: GraphBuilder, { degree }: InDegrees, bound: number): Value<"bool"> {
  return lessOrEqual(graph, { a: degree, b: graph.constant(int64Tensor([bound])) });
}

/** 0 … width − 1, `[K]`, computed rather than stored: the widest would be 2 MB in every file. */
function placesUpTo(graph: GraphBuilder, width: number): Value<"int64"> {
  return rangeTo(graph, graph.constant(int64Tensor([width], [])));
}

function placesOfLargest(graph: GraphBuilder, { degree }: InDegrees): Value<"int64"> {
  // At least one place, because not every kernel takes tensors without a column.
  const degrees = concat(graph, [degree, graph.constant(int64Tensor([1]))], { axis: 0 });
  return rangeTo(graph, reduceMax(graph, degrees, { keepdims: 0 }));
}

/** Where the arcs into each node stand among the sorted ones, filled up with E, `[M, K]`. */
function placesOf(
  graph: GraphBuilder,
  { arcs, degrees, ids, places }: { arcs: Arcs; degrees: InDegrees; ids: Value<"int64">; places: Value<"int64"> },
): Value<"int64"> {
  const perRow = (data: Value<"int64">) => unsqueeze(graph, gather(graph, { data, indices: ids }), { axes: [1] });
  const position = add(graph, { a: perRow(degrees.start), b: places });
  const listed = less(graph, { a: position, b: perRow(degrees.end) });
  return where(graph, { condition: listed, x: position, y: arcs.arcCount() });
}

function inverseOf(
  graph: GraphBuilder,
  { arcs, buckets }: { arcs: Arcs; buckets: NeighbourTables["buckets"] },
): Value<"int64"> {
  const [first, ...others] = buckets;
  const order = concat(graph, [first.ids, ...others.map(({ ids }) => ids)], { axis: 0 });
  const zeros = expand(graph, { input: graph.constant(int64Tensor([0])), shape: arcs.nodeCount() });
  const rank = rangeTo(graph, squeeze(graph, arcs.nodeCount(), { axes: [0] }));
  return scatterElements(graph, { data: zeros, indices: order, updates: rank });
}
