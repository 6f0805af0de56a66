import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { and, greater, less, lessOrEqual, where } from "../operators/comparison.js";
import { range } from "../operators/cumulation.js";
import { add } from "../operators/elementwise.js";
import { gather, nonZero, scatterElements } from "../operators/indexing.js";
import { reduceMax } from "../operators/reduction.js";
import { concat, expand, squeeze, unsqueeze } from "../operators/shaping.js";
import type { Arcs } from "./arcs.js";
import { sortedSources } from "./sorted-sources.js";
import { widthClasses } from "./width-classes.js";

/** Who is summed into whom, as tables that every layer reads. */
export interface NeighbourTables {
  /** One table `[M, K]` per width class: row m lists the sources of a node, filled up with the index N. */
  readonly tables: readonly [Value<"int64">, ...Value<"int64">[]];
  /** Where node n stands in the rows of all tables one below the other, `[N]`. */
  readonly inverse: Value<"int64">;
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
  const column = concat(graph, [sortedSources(graph, arcs), arcs.nodeCount], { axis: 0 });
  const ids: Value<"int64">[] = [];
  const table = (members: Value<"bool">, places: Value<"int64">) => {
    const id = squeeze(graph, nonZero(graph, members), { axes: [0] });
    ids.push(id);
    return tableOf(graph, { arcs, column, id, places });
  };
  const first = table(atMost(graph, arcs, widths[0]!), placesUpTo(graph, widths[0]!));
  const middle = widths.slice(1).map((width, i) => {
    const members = and(graph, { a: above(graph, arcs, widths[i]!), b: atMost(graph, arcs, width) });
    return table(members, placesUpTo(graph, width));
  });
  const last = table(above(graph, arcs, widths.at(-1)!), placesOfLargest(graph, arcs));
  return { tables: [first, ...middle, last], inverse: inverseOf(graph, { arcs, ids }) };
}

function above(graph: GraphBuilder, { wholeDegree }: Arcs, bound: number): Value<"bool"> {
  return greater(graph, { a: wholeDegree, b: graph.constant(int64Tensor([bound])) });
}

function atMost(graph: GraphBuilder, { wholeDegree }: Arcs, bound: number): Value<"bool"> {
  return lessOrEqual(graph, { a: wholeDegree, b: graph.constant(int64Tensor([bound])) });
}

/** 0 … width − 1, `[K]`, computed rather than stored: the widest would be 2 MB in every file. */
function placesUpTo(graph: GraphBuilder, width: number): Value<"int64"> {
  return rangeTo(graph, graph.constant(int64Tensor([width], [])));
}

function placesOfLargest(graph: GraphBuilder, { wholeDegree }: Arcs): Value<"int64"> {
  // At least one place, because not every kernel takes tensors without a column.
  const degrees = concat(graph, [wholeDegree, graph.constant(int64Tensor([1]))], { axis: 0 });
  return rangeTo(graph, reduceMax(graph, degrees, { keepdims: 0 }));
}

function rangeTo(graph: GraphBuilder, limit: Value<"int64">): Value<"int64"> {
  const scalar = (value: number) => graph.constant(int64Tensor([value], []));
  return range(graph, { start: scalar(0), limit, delta: scalar(1) });
}

function tableOf(
  graph: GraphBuilder,
  { arcs, column, id, places }: { arcs: Arcs; column: Value<"int64">; id: Value<"int64">; places: Value<"int64"> },
): Value<"int64"> {
  const perRow = (data: Value<"int64">) => unsqueeze(graph, gather(graph, { data, indices: id }), { axes: [1] });
  const position = add(graph, { a: perRow(arcs.start), b: places });
  const listed = less(graph, { a: position, b: perRow(arcs.end) });
  // Place E of the column holds N, the row of zeros behind the features.
  const indices = where(graph, { condition: listed, x: position, y: arcs.arcCount });
  return gather(graph, { data: column, indices });
}

function inverseOf(graph: GraphBuilder, { arcs, ids }: { arcs: Arcs; ids: readonly Value<"int64">[] }): Value<"int64"> {
  const [first, ...others] = ids;
  const order = concat(graph, [first!, ...others], { axis: 0 });
  const zeros = expand(graph, { input: graph.constant(int64Tensor([0])), shape: arcs.nodeCount });
  const rank = rangeTo(graph, squeeze(graph, arcs.nodeCount, { axes: [0] }));
  return scatterElements(graph, { data: zeros, indices: order, updates: rank });
}
