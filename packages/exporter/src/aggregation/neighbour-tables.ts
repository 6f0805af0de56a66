import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor, floatTensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { and, greater, less, lessOrEqual, where } from "../operators/comparison.js";
import { add, min } from "../operators/elementwise.js";
import { gather, nonZero, scatterElements, slice } from "../operators/indexing.js";
import { reduceMax } from "../operators/reduction.js";
import { concat, expand, reshape, shape, squeeze, unsqueeze, cast } from "../operators/shaping.js";
import type { ArcValues } from "./arc-values.js";
import { blocksOf } from "./blocks-of.js";
import { inDegrees, type InDegrees } from "./in-degrees.js";
import { rangeTo, sortByTarget } from "./sort-by-target.js";
import { ifThenElse } from "../operators/control.js";

type Integers = Value<"int64">;

/**
 * The nodes of one class of in-degrees and their neighbours, in B blocks of R rows; the last rows may be fillers. There
 * is at least one block, also for a class without nodes.
 */
export interface Bucket {
  /** Which nodes are in it, N for fillers, `[B, R]`. */
  readonly ids: Integers;
  /** Each row lists the sources of the arcs into its node, filled up with the index N, `[B, R, K]`. */
  readonly sources: Integers;
  /** Weights of these arcs, filled up with 0; without them all count once. */
  readonly weights: Value<"float32"> | undefined;
}

/** Who is put together for whom, as tables that every layer reads. */
export interface NeighbourTables {
  readonly buckets: readonly Bucket[];
  /** Where node n is in the rows of all tables one below the other, `[N]`. */
  readonly inverse: Integers;
  /** In-degree of each node, `[N]`. */
  readonly counts: Value<"float32">;
}

/**
 * Adds the nodes that build the tables of {@link NeighbourTables}. Each node is in the class of its in-degree,
 * isolated nodes in the first one. The last class takes its width from the largest in-degree when the graph runs, so no
 * degree is too large.
 *
 * `widths` are the upper ends of all classes but the last, rising, the first of them 1.
 */
export function neighbourTables(
  graph: GraphBuilder,
  arcs: ArcValues,
  { widths = widthClasses }: { widths?: readonly number[] } = {},
): NeighbourTables {
  const degrees = inDegrees(graph, arcs);
  const sorted = sortedArcs(graph, { arcs, degrees });
  const largest = largestWidth(graph, degrees);
  const spans = spansOf(graph, { arcs, degrees });
  const bucket = (members: Value<"bool">, width: Integers) => bucketOf(graph, { members, width, arcs, sorted, spans });
  const upTo = (width: number) => min(graph, { a: largest, b: graph.constant(int64Tensor([width])) });
  const first = bucket(atMost(graph, degrees, widths[0]!), upTo(widths[0]!));
  const middle = widths.slice(1).map((width, i) => {
    const members = and(graph, { a: above(graph, degrees, widths[i]!), b: atMost(graph, degrees, width) });
    return bucket(members, upTo(width));
  });
  const last = bucket(above(graph, degrees, widths.at(-1)!), largest);
  const buckets = [first, ...middle, last];
  return { buckets, counts: degrees.counts, inverse: inverseOf(graph, { arcs, buckets }) };
}

function above(graph: GraphBuilder, { degree }: InDegrees, bound: number): Value<"bool"> {
  return greater(graph, { a: degree, b: graph.constant(int64Tensor([bound])) });
}

function atMost(graph: GraphBuilder, { degree }: InDegrees, bound: number): Value<"bool"> {
  return lessOrEqual(graph, { a: degree, b: graph.constant(int64Tensor([bound])) });
}

/** The largest in-degree, but at least 1, because not every kernel takes tensors without a column; `[1]`. */
function largestWidth(graph: GraphBuilder, { degree }: InDegrees): Integers {
  return reduceMax(graph, concat(graph, [degree, graph.constant(int64Tensor([1]))], { axis: 0 }));
}

/**
 * Where the arcs into each node begin and end among the sorted ones; those of node N, the filler, begin and end at E.
 */
interface Spans {
  readonly start: Integers;
  readonly end: Integers;
}

function spansOf(graph: GraphBuilder, { arcs, degrees }: { arcs: ArcValues; degrees: InDegrees }): Spans {
  const withFiller = (places: Integers) => concat(graph, [places, arcs.arcCount()], { axis: 0 });
  return { start: withFiller(degrees.start), end: withFiller(degrees.end) };
}

function bucketOf(
  graph: GraphBuilder,
  {
    members,
    width,
    arcs,
    sorted: { source, weight },
    spans,
  }: { members: Value<"bool">; width: Integers; arcs: ArcValues; sorted: SortedArcs; spans: Spans },
): Bucket {
  const found = squeeze(graph, nonZero(graph, members), { axes: [0] });
  const { blocks, rows, fillers } = blocksOf(graph, { count: shape(graph, found), width });
  const ids = concat(graph, [found, expand(graph, { input: arcs.nodeCount(), shape: fillers })], { axis: 0 });
  const perRow = (data: Integers) => unsqueeze(graph, gather(graph, { data, indices: ids }), { axes: [1] });
  const offsets = rangeTo(graph, squeeze(graph, width, { axes: [0] }));
  const position = add(graph, { a: perRow(spans.start), b: offsets });
  const listed = less(graph, { a: position, b: perRow(spans.end) });
  const places = where(graph, { condition: listed, x: position, y: arcs.arcCount() });
  const indices = reshape(graph, places, { shape: concat(graph, [blocks, rows, width], { axis: 0 }) });
  return {
    ids: reshape(graph, ids, { shape: concat(graph, [blocks, rows], { axis: 0 }) }),
    sources: gather(graph, { data: source, indices }),
    weights: weight && gather(graph, { data: weight, indices }),
  };
}

function inverseOf(
  graph: GraphBuilder,
  { arcs, buckets }: { arcs: ArcValues; buckets: NeighbourTables["buckets"] },
): Integers {
  const ids = buckets.map((bucket) => reshape(graph, bucket.ids, { shape: [-1] }));
  const order = concat(graph, ids, { axis: 0 });
  const rank = rangeTo(graph, squeeze(graph, shape(graph, order), { axes: [0] }));
  // Fillers all write to place N, which is cut off.
  const nodes = arcs.nodeCount();
  const places = add(graph, { a: nodes, b: graph.constant(int64Tensor([1])) });
  const zeros = expand(graph, { input: graph.constant(int64Tensor([0])), shape: places });
  return slice(graph, scatterElements(graph, { data: zeros, indices: order, updates: rank }), { start: 0, end: -1 });
}

/** Arcs in the order of their targets; those of one target keep their order. Behind them comes at least one filler. */
interface SortedArcs {
  /** Source of each arc, then N. */
  readonly source: Value<"int64">;
  /** Weight of each arc, then 0. */
  readonly weight: Value<"float32"> | undefined;
}

/**
 * Adds the nodes that sort arcs by target. Arcs that are sorted already are passed on: sorting is the most expensive
 * part of the tables.
 */
function sortedArcs(
  graph: GraphBuilder,
  { arcs, degrees }: { readonly arcs: ArcValues; readonly degrees: InDegrees },
): SortedArcs {
  const { source, target, weight, arcCount, nodeCount } = arcs;
  const unsorted = isUnsorted(graph, target);
  const sorted = (column: Value<"int64">, filler: Value<"int64">) =>
    ifThenElse(graph, unsorted, {
      elementType: "int64",
      thenBranch: (inner) => sortByTarget(inner, arcs, { column, filler, degrees }),
      elseBranch: (inner) => concat(inner, [column, filler], { axis: 0 }),
    });
  if (weight === undefined) return { source: sorted(source, nodeCount()), weight };
  const indices = sorted(rangeTo(graph, squeeze(graph, arcCount(), { axes: [0] })), arcCount());
  const zero = graph.constant(floatTensor(Float32Array.of(0)));
  return {
    source: gather(graph, { data: concat(graph, [source, nodeCount()], { axis: 0 }), indices }),
    weight: gather(graph, { data: concat(graph, [weight, zero], { axis: 0 }), indices }),
  };
}

function isUnsorted(graph: GraphBuilder, target: Value<"int64">): Value<"bool"> {
  const falls = greater(graph, {
    a: slice(graph, target, { start: 0, end: -1 }),
    b: slice(graph, target, { start: 1 }),
  });
  // The appended 0 keeps the maximum defined for graphs with at most one arc.
  const marks = concat(graph, [cast(graph, falls, { to: "int64" }), graph.constant(int64Tensor([0]))], { axis: 0 });
  return cast(graph, reduceMax(graph, marks, { keepdims: 0 }), { to: "bool" });
}

/**
 * Upper ends of the in-degree classes below the last one. A node of in-degree d has its neighbours listed in a row as
 * wide as the smallest of these that is at least d; nodes above all of them share rows as wide as the largest
 * in-degree.
 *
 * Steps of 3/2 and 4/3 rather than 2 at small degrees, where most arcs are: fewer padded places, and a smaller largest
 * intermediate tensor, which is what memory peaks at. The list goes far up because a class that is too wide makes every
 * row in it as wide as the largest hub; classes without nodes cost next to nothing.
 */
export const widthClasses: readonly number[] = [
  1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072,
  262144,
];
