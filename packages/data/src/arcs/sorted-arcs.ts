/** Arcs as two arrays of node indices, `[E]` each. */
export interface Arcs {
  readonly source: Int32Array;
  readonly target: Int32Array;
}

/**
 * Returns arcs in the order (target, source), so that nothing depends on the order of a file. `keys` are
 * `target · nodeCount + source` and are sorted in place; with `distinct`, arcs that occur more than once are one.
 */
export function sortedArcs(
  keys: Float64Array,
  options: { readonly nodeCount: number; readonly distinct: boolean },
): Arcs {
  keys.sort();
  let kept = keys.length;
  if (options.distinct && keys.length > 0) {
    kept = 1;
    for (let e = 1; e < keys.length; e++) if (keys[e] !== keys[e - 1]) keys[kept++] = keys[e]!;
  }
  const source = new Int32Array(kept);
  const target = new Int32Array(kept);
  for (let e = 0; e < kept; e++) {
    target[e] = Math.floor(keys[e]! / options.nodeCount);
    source[e] = keys[e]! % options.nodeCount;
  }
  return { source, target };
}
