import { UsageError } from "../errors.js";
import { inducedSubgraph, type InducedSubgraph } from "../graph/induced-subgraph.js";
import type { Graph } from "../graph/graph.js";
import type { Random } from "../random/random.js";
import type { NodeTable } from "../table/node-table.js";

/**
 * Cuts a graph into two disjoint induced graphs: one to train on and one, `heldOut`, that is new in every respect.
 * Nodes are drawn at random (labelled or not); the arcs between the two sides are in neither, and counted in `cutArcs`.
 * `heldOut` gets `round(N · share)` of the nodes, at least one and at most N − 1.
 *
 * Throws {@link UsageError} for a share outside (0, 1).
 */
export function inductiveSplit(
  whole: { graph: Graph; nodes: NodeTable },
  { random, share = 0.5 }: { random: Random; share?: number },
): { training: InducedSubgraph; heldOut: InducedSubgraph } {
  if (!(share > 0 && share < 1)) {
    throw new UsageError({ argument: "held-out share", expected: "a number in (0, 1)", found: `${share}` });
  }
  const { nodeCount } = whole.graph;
  const order = random.shuffle(Int32Array.from({ length: nodeCount }, (_, n) => n));
  const size = Math.min(nodeCount - 1, Math.max(1, Math.round(nodeCount * share)));
  return {
    heldOut: inducedSubgraph(whole, order.slice(0, size).sort()),
    training: inducedSubgraph(whole, order.slice(size).sort()),
  };
}
