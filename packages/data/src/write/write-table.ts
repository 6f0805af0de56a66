import { duringWork, writeRefusal } from "@evenodds/core";
import {
  DOUBLE,
  DuckDBDataChunk,
  FLOAT,
  INTEGER,
  VARCHAR,
  type DuckDBType,
  type DuckDBValue,
  type DuckDBConnection,
} from "@duckdb/node-api";
import { duckReason, sqlName, sqlText, withDatabase } from "../source/with-database.js";
import type { FileFormat } from "../source/file-format.js";

/** A column to write. `at(row)` gives its value; null, and a number that is not finite, become an empty cell. */
export type OutputColumn =
  | { readonly name: string; readonly kind: "text"; readonly at: (row: number) => string | null }
  | { readonly name: string; readonly kind: NumberKind; readonly at: (row: number) => number | null };

type NumberKind = "int32" | "float32" | "float64";

const types: Readonly<Record<NumberKind | "text", DuckDBType>> = {
  text: VARCHAR,
  int32: INTEGER,
  float32: FLOAT,
  float64: DOUBLE,
};

const copyOptions: Readonly<Record<FileFormat, string>> = {
  csv: "FORMAT csv, HEADER true",
  tsv: "FORMAT csv, HEADER true, DELIMITER '\t'",
  parquet: "FORMAT parquet, COMPRESSION zstd",
  json: "FORMAT json, ARRAY true",
  ndjson: "FORMAT json",
};

const rowsPerChunk = 2048;

/**
 * Writes `rows` rows to `path`. Floats are written with as many digits as they need to be read back equal. Throws
 * `InputError` where the system does not let it, for example on a full disk.
 */
export async function writeTable(
  path: string,
  options: {
    readonly columns: readonly OutputColumn[];
    readonly rows: number;
    readonly format: FileFormat;
    /** Whether a spreadsheet may open the file: texts in CSV and TSV pass `spreadsheetText`. Default: false. */
    readonly csvSafe?: boolean | undefined;
  },
): Promise<void> {
  const { rows, format } = options;
  const columns =
    options.csvSafe === true && hasFormulas(format) ? options.columns.map(withSafeTexts) : options.columns;
  const write = async (connection: DuckDBConnection) => {
    const declared = columns.map(({ kind }, c) => `c${c} ${String(types[kind])}`).join(", ");
    await connection.run(`CREATE TABLE output(${declared})`);
    await append(connection, { columns, rows });
    const selected = columns.map(({ name }, c) => `c${c} AS ${sqlName(name)}`).join(", ");
    await copyQuery(connection, { query: `SELECT ${selected} FROM output`, path, format });
  };
  await withDatabase(write, { doing: "write rows" });
}

/** Writes what a query gives to `path`. Throws `InputError` where the system does not let it. */
export async function copyQuery(
  connection: DuckDBConnection,
  { query, path, format }: { readonly query: string; readonly path: string; readonly format: FileFormat },
): Promise<void> {
  const copy = `COPY (${query}) TO ${sqlText(path)} (${copyOptions[format]})`;
  await connection.run(copy).catch((cause: unknown) => {
    // Without the path, which is named once.
    throw writeRefusal(path, { cause, found: duckReason(cause).replace(/^.* "[^"]*": /, "") });
  });
}

/** Whether a spreadsheet that opens a file of this format takes some of its texts for formulas. */
export function hasFormulas(format: FileFormat): boolean {
  return format === "csv" || format === "tsv";
}

/**
 * Returns a text that spreadsheets show and do not run: with an apostrophe before it where it begins, after blanks,
 * with `=`, `+`, `-`, `@` (or their full-width forms), a tab or a line break. A number stays one, -1.5 too. Source:
 * OWASP, CSV injection.
 */
export function spreadsheetText(text: string): string {
  const isFormula = /^(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/.test(text);
  return isFormula && !/^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? `'${text}` : text;
}

function withSafeTexts(column: OutputColumn): OutputColumn {
  const name = spreadsheetText(column.name);
  if (column.kind !== "text") return { ...column, name };
  const at = (row: number) => {
    const text = column.at(row);
    return text === null ? null : spreadsheetText(text);
  };
  return { ...column, name, at };
}

async function append(
  connection: DuckDBConnection,
  { columns, rows }: { readonly columns: readonly OutputColumn[]; readonly rows: number },
): Promise<void> {
  const appender = await connection.createAppender("output");
  await duringWork({ doing: "collect rows", library: null }, (work) => {
    for (let start = 0; start < rows; start += rowsPerChunk) {
      const count = Math.min(rowsPerChunk, rows - start);
      const chunk = DuckDBDataChunk.create(
        columns.map(({ kind }) => types[kind]),
        count,
      );
      columns.forEach((column, c) => {
        const vector = chunk.getColumnVector(c);
        for (let r = 0; r < count; r++) vector.setItem(r, finite(column.at(start + r)));
        vector.flush();
      });
      appender.appendDataChunk(chunk);
      work.advance({ done: start + count, total: rows, unit: "rows" });
    }
  });
  appender.closeSync();
}

function finite(value: string | number | null): DuckDBValue {
  return typeof value === "number" && !Number.isFinite(value) ? null : value;
}
