import type { Graph } from "./graph.js";
import { arcStretches, type StretchedArcs } from "./graph-on-disk.js";

/** What surrounds each node, `[N]` each. Self loops do not count, a repeated arc counts again. */
export interface Neighbourhood {
  /** In-degree: the number of neighbours whose messages a node receives. */
  readonly degree: Int32Array;
  /** Neighbours whose category is known. */
  readonly known: Int32Array;
  /** Those of them that have the category of the node; 0 where its own is missing. */
  readonly same: Int32Array;
}

/** Counts the neighbours of every node that share its category, `code` `[N]`, −1 = missing. */
export function neighbourhood(graph: StretchedArcs & Pick<Graph, "nodeCount">, code: Int32Array): Neighbourhood {
  const { nodeCount } = graph;
  const degree = new Int32Array(nodeCount);
  const known = new Int32Array(nodeCount);
  const same = new Int32Array(nodeCount);
  for (const { source, target } of arcStretches(graph)) {
    for (let e = 0; e < source.length; e++) {
      const s = source[e]!;
      const t = target[e]!;
      if (s === t) continue;
      degree[t]!++;
      if (code[s]! < 0) continue;
      known[t]!++;
      if (code[s] === code[t]) same[t]!++;
    }
  }
  return { degree, known, same };
}
