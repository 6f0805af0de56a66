import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { scatterElements } from "../../operators/indexing.js";
import { expand, unsqueeze } from "../../operators/shaping.js";
import type { Arcs } from "../arcs.js";
import { matrixShape } from "./matrix-shape.js";

/** Rows of numbers `[E, width]` on their way to the targets of their arcs. */
export interface Messages {
  readonly rows: Value<"float32">;
  readonly width: number;
  readonly reduction: "add" | "max";
}

/**
 * Adds the nodes that put messages together by target: row t of the result is row t of `start [N, width]` and all rows
 * of the messages whose target is t, added up or compared column by column. The operator takes one index per number, so
 * each target is repeated `width` times.
 */
export function scatterRows(
  graph: GraphBuilder,
  { rows, width, reduction }: Messages,
  { start, arcs }: { start: Value<"float32">; arcs: Arcs },
): Value<"float32"> {
  const column = unsqueeze(graph, arcs.target, { axes: [1] });
  const indices = expand(graph, { input: column, shape: matrixShape(graph, arcs, { rows: "arcs", width }) });
  return scatterElements(graph, { data: start, indices, updates: rows }, { reduction });
}
