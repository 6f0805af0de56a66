/**
 * The arcs of a graph, grouped by one of their ends (compressed sparse rows). Row n lists the nodes at the other end of
 * its arcs in `column[pointer[n] … pointer[n + 1])`, in the order in which the arcs were given; a repeated arc is
 * listed again.
 */
export interface CompressedRows {
  /** `[N + 1]` */
  readonly pointer: Int32Array;
  /** `[E]` */
  readonly column: Int32Array;
  /** `[E]`, what the arcs weigh; undefined where each counts once. */
  readonly weight?: Float32Array | undefined;
}

/**
 * Groups arcs by `row` (`[E]`); `column` (`[E]`) are their other ends, `weight` (`[E]`) what they weigh. A stable
 * counting sort, O(N + E).
 */
export function compressRows(
  row: Int32Array,
  column: Int32Array,
  nodeCount: number,
  weight?: Float32Array,
): CompressedRows {
  const pointer = new Int32Array(nodeCount + 1);
  for (const r of row) pointer[r + 1]!++;
  for (let n = 0; n < nodeCount; n++) pointer[n + 1]! += pointer[n]!;
  const next = pointer.slice(0, nodeCount);
  const sorted = new Int32Array(row.length);
  if (weight === undefined) {
    for (let e = 0; e < row.length; e++) sorted[next[row[e]!]!++] = column[e]!;
    return { pointer, column: sorted };
  }
  const sortedWeight = new Float32Array(row.length);
  for (let e = 0; e < row.length; e++) {
    const place = next[row[e]!]!++;
    sorted[place] = column[e]!;
    sortedWeight[place] = weight[e]!;
  }
  return { pointer, column: sorted, weight: sortedWeight };
}
