import { resolve } from "node:path";
import { InputError, suggest } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { CardFile } from "../card/graph-card.js";
import { allRows, sqlName } from "./with-database.js";
import { fileFormat } from "./file-format.js";
import { headerHint } from "./first-record.js";
import { openText, type TextLayout } from "./open-text.js";
import { openJson, openParquet } from "./open-json.js";
import { orInputError } from "./or-input-error.js";
import { sqlDoubleOf, sqlTextOf } from "./sql-values.js";

/** Several files with the same columns, ready to be read one after another. */
export interface OpenTable {
  /** Names of the files, for messages. */
  readonly name: string;
  /** As the files name them; a name can be blank, and can stand more than once. */
  readonly columns: readonly string[];
  readonly parts: readonly TablePart[];
  /** What to do where the first line of delimited text is data, in the words of the reader; undefined: it is not. */
  readonly headerHint?: string | undefined;
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
  /** How many rows the file has by an independent count; undefined for a query. See {@link checkRowsRead}. */
  readonly rows?: number | undefined;
  /** Whether it is delimited text. */
  readonly isText?: boolean | undefined;
  /** Columns of texts that are booleans where they are read as numbers, see {@link withBooleanWords}. */
  readonly booleanWords?: ReadonlySet<number> | undefined;
}

/**
 * Finds the columns of `files` without reading their rows. Throws {@link InputError} for files that cannot be parsed
 * and for files whose columns differ.
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
  const { header, subject = "table" } = options.layout;
  return {
    name: parts.map((part) => part.name).join(", "),
    columns,
    parts,
    headerHint: header && parts.some(({ isText }) => isText) ? headerHint(columns, subject) : undefined,
  };
}

async function openFile(
  connection: DuckDBConnection,
  file: CardFile,
  { folder, layout }: { readonly folder: string; readonly layout: TextLayout },
) {
  const path = resolve(folder, file.path);
  const format = file.format ?? fileFormat(file.path, layout.subject);
  const name = file.path;
  return { name, ...(await openPart()) };

  function openPart() {
    if (format === "parquet") return openParquet(connection, path, name);
    if (format === "json" || format === "ndjson") return openJson(connection, path, { name, format });
    return openText(path, name, format === "tsv" ? { ...layout, delimiter: layout.delimiter ?? "\t" } : layout);
  }
}

/**
 * Returns the position of a column that is given by name or by position from 0. Throws {@link InputError} where there
 * is none, and for a name that several columns have.
 */
export function columnIndex(table: OpenTable, column: string | number, argument: string): number {
  const at = typeof column === "number" ? column : table.columns.indexOf(column);
  if (at >= 0 && at < table.columns.length) {
    if (typeof column === "string") checkOnce(table, column, { argument });
    return at;
  }
  const near =
    typeof column === "number" ? `there are ${table.columns.length} columns` : suggest(column, table.columns);
  throw new InputError({
    argument,
    expected: `a column of ${table.name}`,
    found: typeof column === "number" ? `position ${column}` : JSON.stringify(column),
    hint: orHeader(near, table),
  });
}

/** Throws {@link InputError} for a name that several columns have. */
export function checkOnce(
  table: OpenTable,
  column: string,
  { argument, hint = "give each column a name of its own" }: { readonly argument: string; readonly hint?: string },
): void {
  const places = table.columns.flatMap((other, i) => (other === column ? [i + 1] : []));
  if (places.length === 1) return;
  throw new InputError({
    argument,
    expected: `one column ${JSON.stringify(column)} in ${table.name}`,
    found: `${places.length}, in places ${places.join(" and ")}`,
    hint: orHeader(hint, table),
  });
}

/** Returns a hint, with what to do where the first line is data. */
export function orHeader(hint: string, { headerHint }: Pick<OpenTable, "headerHint">): string {
  if (headerHint === undefined) return hint;
  return hint === "" ? headerHint : `${hint.replace(/\?$/, "")}; ${headerHint}`;
}

/**
 * Throws {@link InputError} where a part gave another number of rows than an independent count of its file: a reader
 * that loses a row says nothing.
 */
export function checkRowsRead({ name, rows }: Pick<TablePart, "name" | "rows">, read: number): void {
  if (rows === undefined || rows === read) return;
  throw new InputError({
    argument: name,
    expected: `all of its ${rows} rows to be read`,
    found: `${read} rows`,
    hint: "the file was not read as it stands; write it again, for example as Parquet",
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
 * Returns an SQL expression for the float32 of a column; NULL where it is not a number, or, in a column of booleans,
 * which are 1 and 0, not the word true or false.
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
 * Returns the table with those of `columns` marked that are texts and begin with the word true or false, in any
 * capitals: they are booleans for {@link sqlAsFloat}.
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
