import { InputError, suggest } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardEdges } from "../card/graph-card.js";
import { sqlDoubleOf } from "../source/sql-values.js";
import { allRows } from "../source/with-database.js";
import { columnIndex, sqlColumn, type OpenTable } from "../source/open-table.js";
import { orInputError } from "../source/or-input-error.js";

/** Names of columns that say how much an edge counts. */
const weightNames =
  /^(edge|arc|link|tie)?[\s_.-]*(w|wt|wgt|weights?|weighted|values?|val|strength|score|rating|trust|sign|similarity|sim|distance|dist|cost|capacity|counts?|n|freq|frequency|prob|probability|amount|volume|intensity|multiplicity)$/i;

/**
 * Looks at the columns of edge files that are neither end nor weight nor listed under `edges.ignore`, and returns a
 * note that names them. Throws {@link InputError} for one that weighs edges, by its name or as the bare third column of
 * a file without header or name, unless every weight is 1: a graph without its weights is another graph. Also for a
 * column to ignore, or of weights, that is not there or is an end, and for an end that the header leaves without a
 * name.
 */
export async function edgeColumnNotes(
  connection: DuckDBConnection,
  table: OpenTable,
  edges: CardEdges,
): Promise<string[]> {
  const ends = [endColumn(table, edges.source, "source column"), endColumn(table, edges.target, "target column")];
  const { edgeWeight } = edges;
  if (edgeWeight !== undefined) {
    ends.push(furtherColumn(table, { column: edgeWeight, key: "edges.edge_weight", ends }));
  }
  const ignored = edges.ignore.map((column) => furtherColumn(table, { column, key: "edges.ignore", ends }));
  const further = table.columns.map((_, i) => i).filter((i) => !ends.includes(i) && !ignored.includes(i));
  const isBare = (column: number) => ["", `column${column}`].includes(table.columns[column]!);
  const nameOf = (column: number) => (isBare(column) ? `position ${column}` : JSON.stringify(table.columns[column]));
  // A column without a name before the ends is the index of a saved table.
  const third = further.find((column) => table.columns[column] !== "" || ends.some((end) => column > end));
  for (const column of further) {
    const may = isBare(column) ? column === third : weightNames.test(table.columns[column]!.trim());
    if (!may || !(await weighs(connection, table, column))) continue;
    const ignore = isBare(column) ? String(column) : table.columns[column];
    throw new InputError({
      argument: `${nameOf(column)} of ${table.name}`,
      expected: "columns that do not weigh edges",
      found: "numbers that may weigh the edges, and would not be used",
      hint: `say edge_weight: ${ignore} under edges in the card, or ignore: [${ignore}] if every edge is to count alike`,
    });
  }
  const weights = edgeWeight === undefined ? [] : [`Arcs have the weights of ${nameOf(ends[2]!)} of ${table.name}.`];
  if (further.length === 0) return weights;
  const unused = `Of ${table.name}, ${further.map(nameOf).join(", ")} ${further.length === 1 ? "is" : "are"} not used.`;
  return [...weights, unused];
}

/** An end by its position may turn out to be the index of a saved table, which numbers rows as ids may do. */
function endColumn(table: OpenTable, column: string | number, argument: string): number {
  const at = columnIndex(table, column, argument);
  if (table.columns[at] !== "") return at;
  throw new InputError({
    argument,
    expected: `a column of ${table.name} with a name`,
    found: `position ${at}, which has none in the first line`,
    hint: "name both ends in the card: source: NAME and target: NAME under edges",
  });
}

function furtherColumn(
  table: OpenTable,
  { column, key, ends }: { readonly column: string | number; readonly key: string; readonly ends: readonly number[] },
): number {
  const at = columnIndex(table, column, key);
  if (!ends.includes(at)) return at;
  const others = table.columns.filter((_, i) => !ends.includes(i));
  throw new InputError({
    argument: key,
    expected: "columns besides the ends of the edges",
    found: JSON.stringify(column),
    hint: suggest(String(column), others),
  });
}

/** Whether all values of a column are numbers, and not all of them 1. */
async function weighs(connection: DuckDBConnection, table: OpenTable, column: number): Promise<boolean> {
  let others = false;
  for (const part of table.parts) {
    const double = sqlDoubleOf(sqlColumn(part, column), part.types[column]!);
    const sql = `SELECT count(*) - count(${double}), min(${double}), max(${double}) FROM ${part.sql}`;
    const [row] = await orInputError(part.name, () => allRows(connection, sql));
    if (Number(row![0]) > 0) return false;
    others ||= row![1] !== null && (Number(row![1]) !== 1 || Number(row![2]) !== 1);
  }
  return others;
}
