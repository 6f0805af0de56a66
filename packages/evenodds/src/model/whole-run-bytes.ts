import { arcCount, type GraphOutline, type StretchedArcs } from "@evenodds/core";

/** Bytes that a run of a whole model takes for each arc, measured for two layers of the fast form. */
const bytesPerArc = 130;

/** Returns about how many bytes running a whole model on a graph takes beside the graph: for inputs and for tables. */
export function wholeRunBytes(graph: Pick<GraphOutline, "nodeCount" | "featureNames"> & StretchedArcs): number {
  return 4 * graph.nodeCount * graph.featureNames.length + (16 + bytesPerArc) * arcCount(graph);
}
