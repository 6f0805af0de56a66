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
 * Looks at the columns of edge files that are neither end nor weight nor attribute nor listed under `edges.ignore`, and
 * returns notes that name them, those of weights and those of attributes. Throws {@link InputError} for one that weighs
 * edges, by its name or as the bare third column of a file without header or name, unless every weight is 1: a graph
 * without its weights is another graph. Also for a column to ignore, of weights or of attributes that is not there, is
 * an end or is named twice, and for an end that the header leaves without a name.
 */
export async function edgeColumnNotes(
  connection: DuckDBConnection,
  table: OpenTable,
  edges: CardEdges,
): Promise<string[]> {
  const ends = [endColumn(table, edges.source, "source column"), endColumn(table, edges.target, "target column")];
  const { edgeWeight, edgeAttributes = [] } = edges;
  const further = (key: string, column: string | number, taken: readonly number[] = []) =>
    furtherColumn(table, { column, key: `edges.${key}`, ends, taken });
  const weights = edgeWeight === undefined ? [] : [further("edge_weight", edgeWeight)];
  const attributes: number[] = [];
  for (const column of edgeAttributes) attributes.push(further("edge_attr", column, attributes));
  const used = [...ends, ...weights, ...attributes];
  const ignored = edges.ignore.map((column) => further("ignore", column, used));
  const unused = table.columns.map((_, i) => i).filter((i) => !used.includes(i) && !ignored.includes(i));
  const isBare = (column: number) => ["", `column${column}`].includes(table.columns[column]!);
  const nameOf = (column: number) => (isBare(column) ? `position ${column}` : JSON.stringify(table.columns[column]));
  // A column without a name before the ends is the index of a saved table.
  const third = unused.find((column) => table.columns[column] !== "" || used.some((one) => column > one));
  for (const column of unused) {
    const may = isBare(column) ? column === third : weightNames.test(table.columns[column]!.trim());
    if (!may || !(await weighs(connection, table, column))) continue;
    const ignore = isBare(column) ? String(column) : table.columns[column];
    throw new InputError({
      argument: `${nameOf(column)} of ${table.name}`,
      expected: "columns that do not weigh edges",
      found: "numbers that may weigh the edges, and would not be used",
      hint:
        `say edge_weight: ${ignore} under edges in the card, or ignore: [${ignore}] if every edge is to count alike; ` +
        `for a model that takes attributes of edges, edge_attr: [${ignore}]`,
    });
  }
  const list = (columns: readonly number[]) => columns.map(nameOf).join(", ");
  return [
    ...(weights.length === 0 ? [] : [`Arcs have the weights of ${list(weights)} of ${table.name}.`]),
    ...(attributes.length === 0 ? [] : [`Arcs have the attributes ${list(attributes)} of ${table.name}.`]),
    ...(unused.length === 0
      ? []
      : [`Of ${table.name}, ${list(unused)} ${unused.length === 1 ? "is" : "are"} not used.`]),
  ];
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
  {
    column,
    key,
    ends,
    taken,
  }: {
    readonly column: string | number;
    readonly key: string;
    readonly ends: readonly number[];
    readonly taken: readonly number[];
  },
): number {
  const at = columnIndex(table, column, key);
  if (!ends.includes(at) && !taken.includes(at)) return at;
  const others = table.columns.filter((_, i) => !ends.includes(i) && !taken.includes(i));
  throw new InputError({
    argument: key,
    expected: ends.includes(at) ? "columns besides the ends of the edges" : "columns that are not named before",
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
