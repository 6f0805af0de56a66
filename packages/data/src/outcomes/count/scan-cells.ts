import { InputError } from "@evenodds/core";
import { checkRowsRead, type TablePart } from "../../source/open-table.js";
import type { SqlCell, SqlDialect } from "../engine/group-by-engine.js";
import type { GroupableTable } from "../source/groupable-table.js";
import { asDouble, columnSql, keySql, type GroupKey } from "./group-key.js";
import { groupedSql } from "./grouped-sql.js";
import { mergedSql } from "./merged-sql.js";
import { measureSql, sumValue, type Measures } from "./measures.js";

/** The groups of a table by some keys. A group may occur once for each file. */
export interface Cells {
  /** Value of each key in each cell: a text, the number of a number key, or null. */
  readonly values: readonly (readonly SqlCell[])[];
  /** Number of rows of each cell. */
  readonly rows: Float64Array;
  readonly sums: readonly Float64Array[];
  /** Whether these are all groups. */
  readonly complete: boolean;
  /** Rows of small groups, which are in no cell. */
  readonly small: number;
}

export interface CellOptions {
  readonly keys: readonly GroupKey[];
  readonly measures: Measures;
  /** Infinity: all. */
  readonly most: number;
  /** Looks only at the first rows of each file. */
  readonly firstRows?: number | undefined;
  /** Looks only at rows where this number key is NULL. */
  readonly without?: GroupKey | undefined;
}

/**
 * Groups a table by `keys` in one `GROUP BY` for each file and returns the first `most` groups in the order of their
 * keys. Small groups of the table are merged before anything leaves the engine.
 */
export async function scanCells(table: GroupableTable, options: CellOptions): Promise<Cells> {
  const { keys, measures, most } = options;
  const width = keys.length;
  const lead = table.small === undefined ? 0 : 1;
  // By everything, so that what is added up later does not depend on the order of equal keys.
  const columns = Array.from({ length: lead + width + 1 + measures.sums.length }, (_, i) => i + 1);
  const order = columns.map((column) => `${column} NULLS LAST`).join(", ");
  // Besides the row of small groups, which stands first.
  const limit = Number.isFinite(most) ? ` LIMIT ${most + 1 + lead}` : "";
  const all = await table.engine.runGroupBy(`${cellsSql(table, options)} ORDER BY ${order}${limit}`);
  const isSmall = (row: readonly SqlCell[]) => lead === 1 && isMerged(row[0]!, table);
  const small = all.filter(isSmall).reduce((sum, row) => sum + Number(row[lead + width]), 0);
  const cells = all.filter((row) => !isSmall(row)).map((row) => row.slice(lead));
  const found = cells.slice(0, most);
  const isWhole = cells.length <= most && measures.count === undefined && options.firstRows === undefined;
  if (isWhole && options.without === undefined) {
    checkTableRead(table, small + found.reduce((sum, row) => sum + Number(row[width]), 0));
  }
  return {
    values: keys.map((_, key) => found.map((row) => row[key]!)),
    rows: Float64Array.from(found, (row) => Number(row[width])),
    sums: measures.sums.map((sum, i) => Float64Array.from(found, (row) => sumValue(Number(row[width + 1 + i]), sum))),
    complete: cells.length <= most,
    small,
  };
}

/** Whether a row is that of all small groups. Throws {@link InputError} where a file says neither. */
function isMerged(kept: SqlCell, { name }: GroupableTable): boolean {
  if (kept !== null) return Number(kept) === 0;
  throw new InputError({
    argument: name,
    expected: "1 in the line of small groups and 0 in all others",
    found: "something else",
    hint: "name the column of ‘evenodds sql’ that says so with ‘smallColumn’",
  });
}

/** Returns a SELECT of cells: where small groups are merged, whether a row is kept, then keys, rows and sums. */
function cellsSql(table: GroupableTable, options: CellOptions): string {
  const { small, parts } = table;
  if (small === undefined) return parts.map((part) => partSql(table, part, options)).join(" UNION ALL ");
  const { dialect } = table.engine;
  const mark: GroupKey[] = small.marked === undefined ? [] : [{ column: small.marked, number: (double) => double }];
  const keys = [...new Set([...options.keys, ...small.keys])];
  const whole = { ...options, keys: [...keys, ...mark] };
  const names = keys.map((_, i) => `k${i}`);
  const merged = mergedSql({
    cells: `(${parts.map((part) => partSql(table, part, whole, (sum) => sum)).join(" UNION ALL ")}) AS cells`,
    keys: options.keys.map((key) => names[keys.indexOf(key)]!),
    groups: small.keys.map((key) => names[keys.indexOf(key)]!),
    least: small.least,
    shown: mark.length === 0 ? undefined : `CASE k${keys.length} WHEN 1 THEN 0 WHEN 0 THEN 1 END`,
  });
  const read = ["kept", "m0"].map((name) => asDouble(dialect, name));
  return `SELECT ${[read[0], ...options.keys.map((key) => names[keys.indexOf(key)]!), read[1]].join(", ")} FROM (${merged}) AS merged`;
}

/** Compares the rows of all groups with those of the files, or of the statements before. */
function checkTableRead({ name, parts, engine }: GroupableTable, read: number): void {
  engine.sawRows?.(read);
  const rows = parts.map((part) => part.rows ?? NaN).reduce((sum, count) => sum + count, 0);
  checkRowsRead({ name, rows: Number.isNaN(rows) ? undefined : rows }, read);
}

/** Sums are read as doubles, unless more is added to them. */
function partSql(
  table: GroupableTable,
  part: TablePart,
  { keys, measures, firstRows, without }: CellOptions,
  readSum: (sum: string) => string = (sum) => asDouble(table.engine.dialect, sum),
): string {
  const { dialect } = table.engine;
  const named = keys.map((key, i) => ({ ...keySql(part, { key, dialect }), name: `k${i}` }));
  const sums = measureSql(table, part, measures);
  const read = [
    ...named.map(({ read, name }) => `${read(name)} AS ${name}`),
    ...sums.map((_, i) => `${readSum(`m${i}`)} AS m${i}`),
  ];
  const where = without && `${keySql(part, { key: without, dialect }).grouped} IS NULL`;
  const from = firstRows === undefined ? part.sql : firstRowsSql(part, { keys, measures, firstRows, dialect });
  const counted = groupedSql({ keys: named.map(({ grouped }) => grouped), measures: sums, from, where });
  return `SELECT ${read.join(", ")} FROM (${counted}) AS counted`;
}

/** Names the columns: `*` would read all of them. */
function firstRowsSql(
  part: TablePart,
  options: Pick<CellOptions, "keys" | "measures" | "firstRows"> & { readonly dialect: SqlDialect },
) {
  const { keys, measures, firstRows, dialect } = options;
  const used = [...keys.map(({ column }) => column), ...(measures.count === undefined ? [] : [measures.count])];
  const columns = [...new Set(used)].map((column) => columnSql(part, { column, dialect })).join(", ");
  return `(SELECT ${columns} FROM ${part.sql} LIMIT ${firstRows}) AS first_rows`;
}
