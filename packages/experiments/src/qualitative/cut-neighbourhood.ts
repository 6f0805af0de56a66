import type { CompressedRows, Random } from "@evenodds/core";
import type { DrawnNeighbourhood, DrawnNode } from "./qualitative-study.js";
import type { NodeCodes } from "./selection-rule.js";
import { twoHopSearch } from "./two-hop-search.js";

/** What is cut, and how much of it. */
export interface CutOptions extends NodeCodes {
  readonly node: number;
  /** Most nodes that are drawn, the node itself among them. */
  readonly limit: number;
  readonly random: Random;
}

/**
 * Returns the part of a node's two hops that is drawn. Where there are more than `limit` nodes, direct neighbours come
 * first and the rest of the room goes to the second hop; of those that do not all fit a random part is drawn.
 */
export function cutNeighbourhood(rows: CompressedRows, options: CutOptions): DrawnNeighbourhood {
  const { node, limit, random } = options;
  const hops = twoHopSearch(rows)(node);
  const direct = take(hops.direct, { count: limit - 1, random });
  const second = take(hops.second, { count: limit - 1 - direct.length, random });
  const kept = [node, ...direct, ...second];
  return {
    nodes: kept.map((one, i): DrawnNode => {
      const hop = i === 0 ? 0 : i <= direct.length ? 1 : 2;
      return { hop, label: options.label[one]!, group: options.group[one]! };
    }),
    links: linksBetween(kept, rows),
    omittedDirect: hops.direct.length - direct.length,
    omittedSecond: hops.second.length - second.length,
  };
}

function take(nodes: Int32Array, { count, random }: { readonly count: number; readonly random: Random }): Int32Array {
  const all = nodes.slice();
  return (count >= all.length ? all : random.shuffle(all).slice(0, Math.max(0, count))).sort();
}

function linksBetween(kept: readonly number[], { pointer, column }: CompressedRows): [number, number][] {
  const place = new Map(kept.map((node, i) => [node, i]));
  const seen = new Set<number>();
  const links: [number, number][] = [];
  kept.forEach((node, i) => {
    for (let e = pointer[node]!; e < pointer[node + 1]!; e++) {
      const j = place.get(column[e]!);
      if (j === undefined || j === i) continue;
      const [a, b] = i < j ? [i, j] : [j, i];
      const key = a * kept.length + b;
      if (seen.has(key)) continue;
      seen.add(key);
      links.push([a, b]);
    }
  });
  return links.sort(([a, b], [c, d]) => a - c || b - d);
}
