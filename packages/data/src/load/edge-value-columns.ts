import type { CardEdges } from "../card/graph-card.js";
import { columnIndex, type OpenTable } from "../source/open-table.js";

/** A column of edge files with numbers that edges have. */
export interface EdgeValueColumn {
  /** The key of the card that names it. */
  readonly key: "edge_weight" | "edge_attr";
  readonly index: number;
}

/**
 * Returns the columns with the numbers of edges: what edges weigh, if the card says so, then their attributes in the
 * order of the card. Throws InputError for one that is not there.
 */
export function edgeValueColumns(
  table: OpenTable,
  { edgeWeight, edgeAttributes }: Pick<CardEdges, "edgeWeight" | "edgeAttributes">,
): readonly EdgeValueColumn[] {
  const at = (key: EdgeValueColumn["key"], column: string | number): EdgeValueColumn => ({
    key,
    index: columnIndex(table, column, `edges.${key}`),
  });
  return [
    ...(edgeWeight === undefined ? [] : [at("edge_weight", edgeWeight)]),
    ...(edgeAttributes ?? []).map((column) => at("edge_attr", column)),
  ];
}

/** Returns the name of a column; one without a name is called by its position, as in a file without a header. */
export function edgeColumnName({ columns }: OpenTable, index: number): string {
  return columns[index] === "" ? `column${index}` : columns[index]!;
}
