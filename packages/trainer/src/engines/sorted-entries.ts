import type { CompressedRows, PropagationMatrix } from "@evenodds/core";

/** A sparse matrix by coordinates, row by row and in each row by column, every cell once. */
export interface SortedEntries {
  /** `[nnz, 2]` row and column, each as an int64 of two 32-bit halves, the low one first. */
  readonly coordinates: Int32Array;
  /** `[nnz]` */
  readonly values: Float32Array;
}

/**
 * Returns a propagation matrix cell by cell, where A[t, s] counts how often t occurs in row s of `transposed`, or adds
 * up the weights of these arcs. Repeated arcs, and what a node counts by itself, are added up in one cell.
 *
 * Going through the rows of the transpose in their order leaves every row of the result sorted, in O(N + E).
 */
export function sortedEntries(
  transposed: CompressedRows,
  { rowFactor, columnFactor, self }: Pick<PropagationMatrix, "rowFactor" | "columnFactor" | "self">,
): SortedEntries {
  const nodeCount = rowFactor.length;
  const { pointer, column, weight } = transposed;
  const start = rowStarts(column, nodeCount);
  const end = start.slice(0, nodeCount);
  const sources = new Int32Array(column.length + nodeCount);
  const counts = new Float64Array(column.length + nodeCount);
  const add = (t: number, s: number, times: number) => {
    const last = end[t]! - 1;
    if (last >= start[t]! && sources[last] === s) {
      counts[last]! += times;
    } else {
      sources[last + 1] = s;
      counts[last + 1] = times;
      end[t]!++;
    }
  };
  for (let s = 0; s < nodeCount; s++) {
    for (let arc = pointer[s]!; arc < pointer[s + 1]!; arc++) add(column[arc]!, s, weight?.[arc] ?? 1);
    if (self !== 0) add(s, s, self);
  }
  let entries = 0;
  for (let t = 0; t < nodeCount; t++) entries += end[t]! - start[t]!;
  const coordinates = new Int32Array(4 * entries);
  const values = new Float32Array(entries);
  let k = 0;
  for (let t = 0; t < nodeCount; t++) {
    for (let at = start[t]!; at < end[t]!; at++, k++) {
      const s = sources[at]!;
      coordinates[4 * k] = t;
      coordinates[4 * k + 2] = s;
      values[k] = rowFactor[t]! * counts[at]! * columnFactor[s]!;
    }
  }
  return { coordinates, values };
}

/** Where each row can begin: room for its arcs and for the diagonal. */
function rowStarts(target: Int32Array, nodeCount: number): Int32Array {
  const start = new Int32Array(nodeCount + 1);
  for (const t of target) start[t + 1]!++;
  for (let t = 0; t < nodeCount; t++) start[t + 1]! += start[t]! + 1;
  return start;
}

/** Whether two matrices are the same, bit by bit. */
export function equalEntries(a: SortedEntries, b: SortedEntries): boolean {
  return (
    a.values.length === b.values.length &&
    a.coordinates.every((coordinate, i) => coordinate === b.coordinates[i]) &&
    a.values.every((value, i) => value === b.values[i])
  );
}
