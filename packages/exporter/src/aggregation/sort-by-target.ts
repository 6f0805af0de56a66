import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { cumSum, range } from "../operators/cumulation.js";
import { add, div, mul, sub } from "../operators/elementwise.js";
import { gather, scatterElements, topK } from "../operators/indexing.js";
import { cast, concat, expand, reshape, squeeze, unsqueeze } from "../operators/shaping.js";
import type { ArcValues } from "./arc-values.js";
import { filled } from "./filled.js";
import type { InDegrees } from "./in-degrees.js";

type Integers = Value<"int64">;

/** Pieces that are sorted side by side. */
const pieces = 16;

/**
 * Adds the nodes that put the numbers of arcs, `column [E]`, into the order of the arcs' targets; those of one target
 * keep their order. At least one `filler` follows, `[1]`, at place E and behind it.
 *
 * Sorting all arcs at once would take one thread and wait for memory. So arcs are cut into pieces that are sorted side
 * by side, and merged by counting: an arc comes after all with a smaller target, those with its target in earlier
 * pieces, and those with its target before it in its own piece.
 */
export function sortByTarget(
  graph: GraphBuilder,
  { target, nodeCount, arcCount }: ArcValues,
  { column, filler, degrees }: { column: Integers; filler: Integers; degrees: InDegrees },
): Integers {
  const integer = (value: number) => graph.constant(int64Tensor([value]));
  const pieceCount = integer(pieces);
  const length = add(graph, { a: div(graph, { a: arcCount(), b: pieceCount }), b: integer(1) });
  const places = mul(graph, { a: length, b: pieceCount });
  const missing = sub(graph, { a: places, b: arcCount() });
  const withFillers = (numbers: Integers, value: Integers) =>
    concat(graph, [numbers, expand(graph, { input: value, shape: missing })], { axis: 0 });
  const perPiece = (numbers: Integers) => reshape(graph, numbers, { shape: [pieces, -1] });
  const flat = (numbers: Integers) => reshape(graph, numbers, { shape: [-1] });

  // Fillers have the target N, which is behind all others.
  const { values, indices } = topK(
    graph,
    { x: perPiece(withFillers(target, nodeCount())), k: length },
    { axis: 1, largest: 0 },
  );
  const targets = add(graph, { a: nodeCount(), b: integer(1) });
  const piece = graph.constant(
    int64Tensor(
      Array.from({ length: pieces }, (_, row) => row),
      [pieces, 1],
    ),
  );
  const cell = flat(add(graph, { a: values, b: mul(graph, { a: piece, b: targets }) }));
  const counts = scatterElements(
    graph,
    {
      data: filled(graph, { value: 0, shape: mul(graph, { a: targets, b: pieceCount }) }),
      indices: cell,
      updates: filled(graph, { value: 1, shape: places }),
    },
    { reduction: "add" },
  );
  const perCell = cast(graph, counts, { to: "int64" });
  const inEarlierPieces = cumSum(graph, perPiece(perCell), { axis: 0, exclusive: 1 });
  const withSmallerTarget = unsqueeze(graph, concat(graph, [degrees.start, arcCount()], { axis: 0 }), { axes: [0] });
  const merged = flat(add(graph, { a: inEarlierPieces, b: withSmallerTarget }));
  // Each piece fills its places, so the count up to a cell is the place of its first arc in the sorted pieces.
  const shift = sub(graph, { a: merged, b: cumSum(graph, perCell, { exclusive: 1 }) });
  const place = rangeTo(graph, squeeze(graph, places, { axes: [0] }));
  const position = add(graph, { a: gather(graph, { data: shift, indices: cell }), b: place });
  const arcs = flat(add(graph, { a: indices, b: mul(graph, { a: piece, b: length }) }));
  const sorted = gather(graph, { data: withFillers(column, filler), indices: arcs });
  const empty = expand(graph, { input: integer(0), shape: places });
  return scatterElements(graph, { data: empty, indices: position, updates: sorted });
}

/** Adds the node that returns 0 … limit − 1; `limit` is a scalar. */
export function rangeTo(graph: GraphBuilder, limit: Value<"int64">): Value<"int64"> {
  const scalar = (value: number) => graph.constant(int64Tensor([value], []));
  return range(graph, { start: scalar(0), limit, delta: scalar(1) });
}
