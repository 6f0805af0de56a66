import type { GraphBuilder } from "../builder/graph-builder.js";
import { floatTensor, int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { cumSum } from "../operators/cumulation.js";
import { sub } from "../operators/elementwise.js";
import { gather, scatterElements } from "../operators/indexing.js";
import { cast, expand, shape } from "../operators/shaping.js";

/** The arcs of the graph as the aggregation needs them, all computed from the model's two inputs. */
export interface Arcs {
  /** Source and target of each arc, `[E]`. */
  readonly source: Value<"int64">;
  readonly target: Value<"int64">;
  /** N and E, `[1]` each. */
  readonly nodeCount: Value<"int64">;
  readonly arcCount: Value<"int64">;
  /** In-degree of each node, `[N]`; an arc that is listed k times counts k times. */
  readonly degree: Value<"float32">;
  readonly wholeDegree: Value<"int64">;
  /** Where each node's arcs start and end among arcs sorted by target, `[N]`. */
  readonly start: Value<"int64">;
  readonly end: Value<"int64">;
}

/**
 * Adds the nodes that take `edge_index [2, E]` apart and count in-degrees. Counts are exact up to 2^24 arcs per node:
 * they are added up in float32, because integer scatter reductions are not dependable on every provider.
 */
export function arcsOf(
  graph: GraphBuilder,
  { x, edgeIndex }: { x: Value<"float32">; edgeIndex: Value<"int64"> },
): Arcs {
  const row = (index: number) =>
    gather(graph, { data: edgeIndex, indices: graph.constant(int64Tensor([index], [])) }, { axis: 0 });
  const source = row(0);
  const target = row(1);
  const nodeCount = shape(graph, x, { start: 0, end: 1 });
  const arcCount = shape(graph, target);
  const filled = (value: number, count: Value<"int64">) =>
    expand(graph, { input: graph.constant(floatTensor(Float32Array.of(value))), shape: count });
  const degree = scatterElements(
    graph,
    { data: filled(0, nodeCount), indices: target, updates: filled(1, arcCount) },
    { reduction: "add" },
  );
  const wholeDegree = cast(graph, degree, { to: "int64" });
  const end = cumSum(graph, wholeDegree);
  const start = sub(graph, { a: end, b: wholeDegree });
  return { source, target, nodeCount, arcCount, degree, wholeDegree, start, end };
}
