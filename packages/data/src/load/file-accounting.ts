/** Why a row of a node or edge file is not in the graph. */
export type RowExclusionReason =
  /** Node row for which the predicate `where` is not true. */
  | "where"
  /** Node row that no row of the edge files names (`connected_only`). */
  | "not-in-edges"
  /** Edge row with a node that was left out. */
  | "excluded-node"
  /** Edge row with an id that is in no node file, or without an id (`unmatched: drop`). */
  | "unknown-node"
  /** Edge row that repeats an edge of another row, of an undirected graph in either direction. */
  | "repeated";

/** Rows that were left out for one reason. */
export interface ExcludedRows {
  readonly reason: RowExclusionReason;
  readonly rows: number;
  /** At most three, as node ids or `source → target`. */
  readonly examples: readonly string[];
}

/** What became of the rows of files: `read = used + Σ excluded.rows`. Only reasons that occur are listed. */
export interface FileAccounting {
  readonly read: number;
  readonly used: number;
  readonly excluded: readonly ExcludedRows[];
}

/** What became of all rows of a graph's files. Used edge rows are distinct edges. */
export interface GraphAccounting {
  readonly nodes: FileAccounting;
  readonly edges: FileAccounting;
}

/** How many examples a message or an accounting shows. */
export const exampleCount = 3;

/** Returns up to three quoted examples, with the number of further ones. */
export function examplesOf(texts: readonly string[]): string {
  const shown = texts.slice(0, exampleCount).map((text) => JSON.stringify(text));
  const more = texts.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more` : "");
}
