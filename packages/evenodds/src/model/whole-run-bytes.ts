import type { Graph } from "@evenodds/core";

/** Bytes that a run of a whole model takes for each arc, measured for two layers of the fast form. */
const bytesPerArc = 130;

/** Returns about how many bytes running a whole model on a graph takes beside the graph: for inputs and for tables. */
export function wholeRunBytes({ source, features }: Pick<Graph, "source" | "features">): number {
  return 4 * features.length + (16 + bytesPerArc) * source.length;
}
