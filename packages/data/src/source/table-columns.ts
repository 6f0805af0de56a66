import { basename, dirname } from "node:path";
import { openTable } from "./open-table.js";
import { orInputError } from "./or-input-error.js";
import { sqlTextOf } from "./sql-values.js";
import { allRows, sqlName, withDatabase } from "./with-database.js";

/** Values of a column that are listed at most. */
const mostValues = 24;

/** A column of a table, as far as it takes to see whether its values are groups or classes. */
export interface TableColumn {
  readonly name: string;
  /** The values with their rows, the most frequent first; null where there are more than 24. */
  readonly values: readonly { readonly value: string; readonly rows: number }[] | null;
}

/**
 * Returns the columns of a table in a file, CSV, TSV, Parquet or JSON, with their values where they are few. Missing
 * values are not among them. Throws `InputError` for a file that cannot be parsed.
 */
export async function tableColumns(path: string): Promise<TableColumn[]> {
  return withDatabase(
    async (connection) => {
      const files = [{ path: basename(path) }];
      const table = await openTable(connection, { files, folder: dirname(path), layout: { header: true } });
      const [part] = table.parts;
      const found: TableColumn[] = [];
      for (const [i, name] of table.columns.entries()) {
        const text = sqlTextOf(sqlName(part!.sqlColumns[i]!), part!.types[i]!);
        const sql = `SELECT ${text} AS value, count(*) FROM ${part!.sql} WHERE value IS NOT NULL GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${mostValues + 1}`;
        const rows = await orInputError(table.name, () => allRows(connection, sql));
        const values = rows.map(([value, count]) => ({ value: String(value), rows: Number(count) }));
        found.push({ name, values: values.length > mostValues ? null : values });
      }
      return found;
    },
    { doing: `look at ${basename(path)}` },
  );
}
