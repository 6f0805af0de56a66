import type { Graph } from "./graph.js";

/** Returns how many nodes have no arc in either direction but self loops. */
export function countIsolatedNodes({ nodeCount, source, target }: Graph): number {
  const connected = new Uint8Array(nodeCount);
  for (let e = 0; e < source.length; e++) {
    if (source[e] !== target[e]) connected[source[e]!] = connected[target[e]!] = 1;
  }
  return connected.reduce((count, one) => count + 1 - one, 0);
}
