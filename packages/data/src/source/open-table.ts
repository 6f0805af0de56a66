import { resolve } from "node:path";
import { InputError, suggest } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardFile } from "../card/graph-card.js";
import { allRows, duckReason, sqlName, sqlText } from "./database.js";
import { fileFormat } from "./file-format.js";
import { firstRecord } from "./first-record.js";
import { sqlDoubleOf, sqlTextOf } from "./sql-values.js";

/** Several files with the same columns, ready to be read one after the other. */
export interface OpenTable {
  /** Names of the files, for messages. */
  readonly name: string;
  readonly columns: readonly string[];
  readonly parts: readonly TablePart[];
}

/** One relation: a file, or a query. */
export interface TablePart {
  readonly name: string;
  /** What stands after FROM. */
  readonly sql: string;
  /** SQL type per column; delimited text and JSON are read as VARCHAR throughout, so that ids stay whole. */
  readonly types: readonly string[];
  /** Names in the SQL relation, which are positions where a file could repeat names in another case. */
  readonly sqlColumns: readonly string[];
  /** Columns of texts that are booleans where they are read as numbers, see {@link withBooleanWords}. */
  readonly booleanWords?: ReadonlySet<number> | undefined;
}

/** How delimited text is cut; other formats bring their own columns. */
export interface TextLayout {
  readonly delimiter?: string | undefined;
  readonly header: boolean;
  /** One letter: lines that begin with it are left out. */
  readonly comment?: string | undefined;
}

/**
 * Finds the columns of `files` without reading their rows. Throws {@link InputError} for files that cannot be parsed,
 * columns without a name or with the same name, and files whose columns differ.
 */
export async function openTable(
  connection: DuckDBConnection,
  options: { readonly files: readonly CardFile[]; readonly folder: string; readonly layout: TextLayout },
): Promise<OpenTable> {
  const parts: (TablePart & { readonly columns: readonly string[] })[] = [];
  for (const file of options.files) parts.push(await openFile(connection, file, options));
  const { columns, name } = parts[0]!;
  const odd = parts.find((part) => part.columns.join("\n") !== columns.join("\n"));
  if (odd !== undefined) {
    const found = odd.columns.join(", ");
    throw new InputError({ argument: odd.name, expected: `the columns of ${name}: ${columns.join(", ")}`, found });
  }
  return { name: parts.map((part) => part.name).join(", "), columns, parts };
}

async function openFile(
  connection: DuckDBConnection,
  file: CardFile,
  { folder, layout }: { readonly folder: string; readonly layout: TextLayout },
) {
  const path = resolve(folder, file.path);
  const format = file.format ?? fileFormat(file.path);
  const part = await (format === "csv" || format === "tsv"
    ? openText(path, file.path, format === "tsv" ? { delimiter: "\t", ...layout } : layout)
    : openTyped(connection, path, { name: file.path, format }));
  checkColumns(part.columns, file.path);
  return { name: file.path, ...part };
}

async function openText(path: string, name: string, layout: TextLayout) {
  const { delimiter, fields, skipped } = await firstRecord(path, { name, ...layout });
  const sqlColumns = fields.map((_, i) => `column${i}`);
  const struct = sqlColumns.map((column) => `${sqlText(column)}: 'VARCHAR'`).join(", ");
  const sql = `read_csv(${sqlPath(path)}, auto_detect=false, header=${layout.header}, skip=${skipped}, delim=${sqlText(delimiter)}, quote='"', escape='"', columns={${struct}})`;
  const columns = layout.header ? fields.map((field) => field.trim()) : sqlColumns;
  return { sql, columns, sqlColumns, types: fields.map(() => "VARCHAR") };
}

async function openTyped(
  connection: DuckDBConnection,
  path: string,
  { name, format }: { readonly name: string; readonly format: "parquet" | "json" | "ndjson" },
) {
  const json = (columns: string) =>
    `read_json(${sqlPath(path)}, format='${format === "json" ? "auto" : "newline_delimited"}', ${columns})`;
  const reader =
    format === "parquet" ? `read_parquet(${sqlPath(path)}, binary_as_string=true)` : json("sample_size=-1");
  const described = await orInputError(name, () => allRows(connection, `DESCRIBE SELECT * FROM ${reader}`));
  const columns = described.map((row) => String(row[0]));
  if (format === "parquet") {
    return { sql: reader, columns, sqlColumns: columns, types: described.map((row) => String(row[1])) };
  }
  // Texts as they are and numbers digit by digit: the guessed types would read an id as a date or a double.
  const struct = columns.map((column) => `${sqlText(column)}: 'VARCHAR'`).join(", ");
  const sql = json(`columns={${struct}}`);
  return { sql, columns, sqlColumns: columns, types: columns.map(() => "VARCHAR") };
}

/** Runs a statement over a file; what DuckDB complains of becomes an {@link InputError} that names the file. */
export async function orInputError<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new InputError(
      {
        argument: name,
        expected: "a table in the format that its name or the card says",
        found: duckReason(cause),
        hint: "check the delimiter, the quotes and the encoding (UTF-8), and that every row has all columns",
      },
      { cause },
    );
  }
}

/** Returns the position of a column that is given by name or by position from 0. */
export function columnIndex(table: OpenTable, column: string | number, argument: string): number {
  const at = typeof column === "number" ? column : table.columns.indexOf(column);
  if (at >= 0 && at < table.columns.length) return at;
  throw new InputError({
    argument,
    expected: `a column of ${table.name}`,
    found: typeof column === "number" ? `position ${column}` : JSON.stringify(column),
    hint: typeof column === "number" ? `there are ${table.columns.length} columns` : suggest(column, table.columns),
  });
}

/** Returns the SQL name of a column within a part. */
export function sqlColumn(part: TablePart, column: number): string {
  return sqlName(part.sqlColumns[column]!);
}

/** Returns an SQL expression for the text of a column, as {@link sqlTextOf} writes it. */
export function sqlAsText(part: TablePart, column: number): string {
  return sqlTextOf(sqlColumn(part, column), part.types[column]!);
}

/**
 * Returns an SQL expression for the float32 of a column; NULL where it is not a number, or, in a column of booleans, which
 * are 1 and 0, not the word true or false.
 */
export function sqlAsFloat(part: TablePart, column: number): string {
  const value = sqlColumn(part, column);
  if (part.booleanWords?.has(column)) {
    return `CAST(CASE lower(trim(${value})) WHEN 'true' THEN 1 WHEN 'false' THEN 0 END AS FLOAT)`;
  }
  // By way of a double, as NumPy and JavaScript read numbers: text and Parquet doubles give the same bits.
  return `TRY_CAST(${sqlDoubleOf(value, part.types[column]!)} AS FLOAT)`;
}

/**
 * Returns the table with those of `columns` marked that are texts and begin with the word true or false, in any capitals:
 * they are booleans for {@link sqlAsFloat}.
 */
export async function withBooleanWords(
  connection: DuckDBConnection,
  table: OpenTable,
  columns: readonly number[],
): Promise<OpenTable> {
  const parts: TablePart[] = [];
  for (const part of table.parts) {
    const texts = columns.filter((column) => part.types[column] === "VARCHAR");
    const sql = `SELECT ${texts.map((column) => sqlColumn(part, column)).join(", ")} FROM ${part.sql} LIMIT 1`;
    const [row = []] = texts.length === 0 ? [] : await orInputError(part.name, () => allRows(connection, sql));
    const words = texts.filter((_, i) => /^\s*(true|false)\s*$/i.test(String(row[i])));
    parts.push(words.length === 0 ? part : { ...part, booleanWords: new Set(words) });
  }
  return { ...table, parts };
}

/** Throws {@link InputError} for columns without a name or with the same name. */
export function checkColumns(columns: readonly string[], name: string): void {
  const blank = columns.indexOf("");
  if (blank >= 0) {
    throw new InputError({
      argument: `column ${blank} of ${name}`,
      expected: "a name in the first line",
      found: "nothing",
      hint: "name the column, or say header: false where the first line is data",
    });
  }
  const seen = new Set<string>();
  const repeated = columns.find((column) => seen.size === seen.add(column).size);
  if (repeated !== undefined) {
    throw new InputError({
      argument: name,
      expected: "columns with distinct names",
      found: `${JSON.stringify(repeated)} twice`,
    });
  }
}

/** A path for DuckDB, in which letters that would make it a pattern stand for themselves. */
function sqlPath(path: string): string {
  return sqlText(path.replace(/[*?[]/g, "[$&]"));
}
