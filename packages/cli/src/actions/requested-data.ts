import { isRowFile, type RowTable } from "@evenodds/data";
import { requestedAttributes } from "evenodds/internal";
import type { SourceFlags } from "./requested-source.js";

/** Flags that say what the columns of a table are. */
export type RowFlags = Pick<
  SourceFlags,
  "id" | "label" | "classes" | "bins" | "levels" | "missingValues" | "header" | "delimiter" | "comment"
> & { readonly sensitive?: readonly string[] };

/**
 * Returns what a model is to run on: the graph at a path, or the rows of a table, with what the flags say of its
 * columns. Throws `UsageError` for bins and levels of what is no attribute.
 */
export function requestedData(path: string, flags: RowFlags): string | RowTable {
  if (!isRowFile(path)) return path;
  const { id, label, classes, sensitive = [], missingValues: missing, header, delimiter, comment } = flags;
  const attributes = sensitive.length === 0 ? [] : requestedAttributes({ ...flags, sensitive });
  return { table: path, id, label, classes, sensitive: attributes, missing, header, delimiter, comment };
}
