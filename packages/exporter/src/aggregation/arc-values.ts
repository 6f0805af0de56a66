import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { lazily } from "../lazily.js";
import { gather } from "../operators/indexing.js";
import { shape } from "../operators/shaping.js";

/** Sizes that are known when the file is written; the others are known only when it runs. */
export interface FixedSizes {
  /** N */
  readonly nodes?: number | undefined;
  /** E */
  readonly arcs?: number | undefined;
}

/** The arcs of the graph, taken from the inputs of the model. */
export interface ArcValues {
  /** Source and target of each arc, `[E]`. */
  readonly source: Value<"int64">;
  readonly target: Value<"int64">;
  /** Weight of each arc, `[E]`; without it all count once. */
  readonly weight: Value<"float32"> | undefined;
  /** N and E, `[1]` each, added at their first use; constants where the size is fixed. */
  readonly nodeCount: () => Value<"int64">;
  readonly arcCount: () => Value<"int64">;
  readonly fixed: FixedSizes;
}

/** Adds the nodes that take `edge_index [2, E]` apart. */
export function arcsOf(
  graph: GraphBuilder,
  {
    x,
    edgeIndex,
    edgeWeight,
    fixed = {},
  }: {
    readonly x: Value<"float32">;
    readonly edgeIndex: Value<"int64">;
    readonly edgeWeight?: Value<"float32"> | undefined;
    readonly fixed?: FixedSizes;
  },
): ArcValues {
  const row = (index: number) =>
    gather(graph, { data: edgeIndex, indices: graph.constant(int64Tensor([index], [])) }, { axis: 0 });
  const source = row(0);
  const target = row(1);
  const size = (known: number | undefined, measure: () => Value<"int64">) =>
    lazily(() => (known === undefined ? measure() : graph.constant(int64Tensor([known]))));
  return {
    source,
    target,
    weight: edgeWeight,
    nodeCount: size(fixed.nodes, () => shape(graph, x, { start: 0, end: 1 })),
    arcCount: size(fixed.arcs, () => shape(graph, target)),
    fixed,
  };
}
