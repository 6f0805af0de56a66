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
}

/** Groups arcs by `row` (`[E]`); `column` (`[E]`) are their other ends. A stable counting sort, O(N + E). */
export function compressRows(row: Int32Array, column: Int32Array, nodeCount: number): CompressedRows {
  const pointer = new Int32Array(nodeCount + 1);
  for (const r of row) pointer[r + 1]!++;
  for (let n = 0; n < nodeCount; n++) pointer[n + 1]! += pointer[n]!;
  const next = pointer.slice(0, nodeCount);
  const sorted = new Int32Array(row.length);
  for (let e = 0; e < row.length; e++) sorted[next[row[e]!]!++] = column[e]!;
  return { pointer, column: sorted };
}
