import { checkRowsRead, type TablePart } from "../../source/open-table.js";
import type { SqlCell, SqlDialect } from "../engine/group-by-engine.js";
import type { GroupableTable } from "../source/groupable-table.js";
import { asDouble, columnSql, keySql, type GroupKey } from "./group-key.js";
import { groupedSql } from "./grouped-sql.js";
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
 * keys.
 */
export async function scanCells(table: GroupableTable, options: CellOptions): Promise<Cells> {
  const { keys, measures, most } = options;
  const width = keys.length;
  // By everything, so that what is added up later does not depend on the order of equal keys.
  const order = Array.from({ length: width + 1 + measures.sums.length }, (_, i) => `${i + 1} NULLS LAST`).join(", ");
  const selects = table.parts.map((part) => partSql(table, part, options)).join(" UNION ALL ");
  const limit = Number.isFinite(most) ? ` LIMIT ${most + 1}` : "";
  const all = await table.engine.runGroupBy(`${selects} ORDER BY ${order}${limit}`);
  const found = all.slice(0, most);
  const isWhole = all.length <= most && measures.count === undefined && options.firstRows === undefined;
  if (isWhole && options.without === undefined) {
    checkTableRead(
      table,
      found.reduce((sum, row) => sum + Number(row[width]), 0),
    );
  }
  return {
    values: keys.map((_, key) => found.map((row) => row[key]!)),
    rows: Float64Array.from(found, (row) => Number(row[width])),
    sums: measures.sums.map((sum, i) => Float64Array.from(found, (row) => sumValue(Number(row[width + 1 + i]), sum))),
    complete: all.length <= most,
  };
}

/** Compares the rows of all groups with those of the files, or of the statements before. */
function checkTableRead({ name, parts, engine }: GroupableTable, read: number): void {
  engine.sawRows?.(read);
  const rows = parts.map((part) => part.rows ?? NaN).reduce((sum, count) => sum + count, 0);
  checkRowsRead({ name, rows: Number.isNaN(rows) ? undefined : rows }, read);
}

function partSql(table: GroupableTable, part: TablePart, { keys, measures, firstRows, without }: CellOptions): string {
  const { dialect } = table.engine;
  const named = keys.map((key, i) => ({ ...keySql(part, { key, dialect }), name: `k${i}` }));
  const sums = measureSql(table, part, measures);
  const read = [...named.map(({ read, name }) => read(name)), ...sums.map((_, i) => asDouble(dialect, `m${i}`))];
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
