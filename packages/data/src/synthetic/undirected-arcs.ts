import { sortedArcs, type Arcs } from "../arcs/sorted-arcs.js";

/**
 * Returns both arcs of edges that are given as `larger node · nodeCount + smaller node`, sorted by (target, source).
 */
export function undirectedArcs(edges: Float64Array, nodeCount: number): Arcs {
  const keys = new Float64Array(2 * edges.length);
  let e = 0;
  for (const key of edges) {
    keys[e++] = key;
    keys[e++] = (key % nodeCount) * nodeCount + Math.floor(key / nodeCount);
  }
  return sortedArcs(keys, { nodeCount, distinct: false });
}
