import type { GraphBuilder } from "../builder/graph-builder.js";
import type { Value } from "../builder/value.js";
import { cumSum } from "../operators/cumulation.js";
import { sub } from "../operators/elementwise.js";
import { scatterElements } from "../operators/indexing.js";
import { cast } from "../operators/shaping.js";
import type { ArcValues } from "./arc-values.js";
import { filled } from "./filled.js";

/** How many arcs each node has, and where they are among arcs sorted by target; `[N]` each. */
export interface InDegrees {
  readonly degree: Value<"int64">;
  /** The same as numbers. */
  readonly counts: Value<"float32">;
  readonly start: Value<"int64">;
  readonly end: Value<"int64">;
}

/**
 * Adds the nodes that count in-degrees. Counts are exact up to 2^24 arcs per node: they are added up in float32,
 * because integer scatter reductions are not dependable on every provider.
 */
export function inDegrees(graph: GraphBuilder, { target, nodeCount, arcCount }: ArcValues): InDegrees {
  const counts = scatterElements(
    graph,
    {
      data: filled(graph, { value: 0, shape: nodeCount() }),
      indices: target,
      updates: filled(graph, { value: 1, shape: arcCount() }),
    },
    { reduction: "add" },
  );
  const degree = cast(graph, counts, { to: "int64" });
  const end = cumSum(graph, degree);
  return { degree, counts, end, start: sub(graph, { a: end, b: degree }) };
}
