import type { Random } from "../random/random.js";
import { compressRows } from "./compressed-rows.js";
import type { Graph } from "./graph.js";

/** A partition of nodes into communities. */
export interface Communities {
  /** `[N]`, index of the community, numbered in the order of its first node. */
  readonly community: Int32Array;
  readonly count: number;
}

/**
 * Finds connected communities by label propagation: every node starts alone, then, in random order, takes the community
 * that most of its neighbours are in, until nothing moves or `rounds` are over. A node stays where its own community is
 * among the most frequent; other ties are broken at random. Arcs count in both directions, self loops not at all.
 * What is not connected is then taken apart, so every community is connected. An isolated node is one of its own.
 *
 * O(rounds · E). Source: Raghavan, Albert and Kumara 2007, with their asynchronous update.
 */
export function communities(graph: Graph, { random, rounds = 50 }: { random: Random; rounds?: number }): Communities {
  const { nodeCount } = graph;
  const { pointer, column } = bothDirections(graph);
  const community = Int32Array.from({ length: nodeCount }, (_, n) => n);
  const order = Int32Array.from(community);
  const votes = new Int32Array(nodeCount);
  for (let round = 0, moved = true; moved && round < rounds; round++) {
    moved = false;
    for (const node of random.shuffle(order)) {
      const best = mostFrequent(column.subarray(pointer[node], pointer[node + 1]), { community, votes });
      if (best.length === 0 || best.includes(community[node]!)) continue;
      community[node] = best.length === 1 ? best[0]! : best[random.integer(best.length)]!;
      moved = true;
    }
  }
  return connectedParts({ pointer, column }, community);
}

/** Returns the communities that most neighbours are in. `votes` is all zero before and after. */
function mostFrequent(
  neighbours: Int32Array,
  { community, votes }: { community: Int32Array; votes: Int32Array },
): number[] {
  let most = 0;
  for (const other of neighbours) most = Math.max(most, ++votes[community[other]!]!);
  const best: number[] = [];
  for (const other of neighbours) {
    const name = community[other]!;
    if (votes[name] === most) best.push(name);
    votes[name] = 0;
  }
  return best;
}

function connectedParts(
  { pointer, column }: { pointer: Int32Array; column: Int32Array },
  community: Int32Array,
): Communities {
  const part = new Int32Array(community.length).fill(-1);
  let count = 0;
  for (let start = 0; start < community.length; start++) {
    if (part[start]! >= 0) continue;
    part[start] = count;
    for (const reached = [start]; reached.length > 0;) {
      const node = reached.pop()!;
      for (let e = pointer[node]!; e < pointer[node + 1]!; e++) {
        const other = column[e]!;
        if (part[other]! >= 0 || community[other] !== community[node]) continue;
        part[other] = count;
        reached.push(other);
      }
    }
    count++;
  }
  return { community: part, count };
}

function bothDirections({ nodeCount, source, target }: Graph) {
  const from = new Int32Array(2 * source.length);
  const to = new Int32Array(2 * source.length);
  let length = 0;
  for (let e = 0; e < source.length; e++) {
    if (source[e] === target[e]) continue;
    from[length] = to[length + 1] = source[e]!;
    to[length] = from[length + 1] = target[e]!;
    length += 2;
  }
  return compressRows(from.subarray(0, length), to.subarray(0, length), nodeCount);
}
