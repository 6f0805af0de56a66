/** A matrix of float32 with one row per node, read a stretch of rows at a time. */
export interface RowSource {
  readonly rows: number;
  readonly columns: number;
  /** Fills `into` with the numbers of whole rows from `start` on. */
  read(start: number, into: Float32Array): void;
}

/** Returns rows that are in memory. */
export function rowsOf(values: Float32Array, columns: number): RowSource {
  return {
    rows: columns === 0 ? 0 : values.length / columns,
    columns,
    read: (start, into) => into.set(values.subarray(start * columns, start * columns + into.length)),
  };
}
