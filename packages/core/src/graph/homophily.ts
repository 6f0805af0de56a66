import { arcStretches, type StretchedArcs } from "./graph-on-disk.js";

/** How much arcs join like to like. */
export interface Homophily {
  /** Arcs that count: no self loops, both ends with a known category. */
  readonly arcs: number;
  /** Share of them whose ends have the same category, in [0, 1]; null without arcs. */
  readonly edge: number | null;
  /**
   * `(edge − e) / (1 − e)` with e the share to expect if arc ends were paired at random, given how many of them each
   * category has: 0 = no preference, 1 = only like to like, negative = unlike. Null where everything has one category.
   */
  readonly adjusted: number | null;
}

/**
 * Returns edge and adjusted homophily of a graph by a category, `code` `[N]`, −1 = missing. With D_k the number of arc
 * ends in category k, `e = Σ_k (D_k / 2E)²`. Unlike the edge homophily, the adjusted one does not grow when one
 * category is large. Source: Platonov et al. 2023, "Characterizing graph datasets for node classification", definition
 * 1.
 */
export function homophily(graph: StretchedArcs, code: Int32Array): Homophily {
  const ends = new Float64Array(code.reduce((most, category) => Math.max(most, category + 1), 0));
  // In the order in which they are met, in which their shares are added up.
  const categories: number[] = [];
  const count = (category: number) => {
    if (ends[category]!++ === 0) categories.push(category);
  };
  let arcs = 0;
  let same = 0;
  for (const { source, target } of arcStretches(graph)) {
    for (let e = 0; e < source.length; e++) {
      const a = code[source[e]!]!;
      const b = code[target[e]!]!;
      if (source[e] === target[e] || a < 0 || b < 0) continue;
      arcs++;
      if (a === b) same++;
      count(a);
      count(b);
    }
  }
  if (arcs === 0) return { arcs, edge: null, adjusted: null };
  const edge = same / arcs;
  let expected = 0;
  for (const category of categories) expected += (ends[category]! / (2 * arcs)) ** 2;
  return { arcs, edge, adjusted: categories.length < 2 ? null : (edge - expected) / (1 - expected) };
}
