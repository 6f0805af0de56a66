import { deepestNesting, InputError } from "@evenodds/core";
import type { DuckDBConnection } from "@duckdb/node-api";
import { allRows, sqlPath, sqlText } from "./with-database.js";
import { orInputError } from "./or-input-error.js";
import { textHead } from "./text-head.js";
import { scanParts } from "./scan-parts.js";

/** DuckDB's own limit of an object, which it takes more memory to raise. */
const usualObject = 16_000_000;

/**
 * Returns a JSON file, one array of objects or an object per line, as a relation of texts, with the number of records
 * that its bytes have. Throws {@link InputError} for what is not text in UTF-8 or begins with a byte-order mark.
 */
export async function openJson(
  connection: DuckDBConnection,
  path: string,
  { name, format }: { readonly name: string; readonly format: "json" | "ndjson" },
) {
  const { offset } = await textHead(path, name);
  if (offset > 0) {
    const hint = "save the file as UTF-8 without it";
    throw new InputError({ argument: name, expected: "JSON", found: "a byte-order mark before it", hint });
  }
  const facts = await scanJsonFile(path, { offset });
  refuseNesting(name, facts);
  const longest = facts.longest > usualObject ? `, maximum_object_size=${facts.longest + usualObject}` : "";
  const kind = `format='${format === "json" ? "auto" : "newline_delimited"}'${longest}`;
  // All names of all records, without a look at values: a record of many numbers is not a map.
  const names = "sample_size=-1, maximum_depth=1, map_inference_threshold=-1, field_appearance_threshold=0";
  const columns = (await describe(connection, `read_json(${sqlPath(path)}, ${kind}, ${names})`, name)).names;
  await checkCase(connection, columns, { name, objects: `read_json_objects(${sqlPath(path)}, ${kind})` });
  // Texts as they are and numbers digit by digit: the guessed types would read an id as a date or a double.
  const struct = columns.map((column) => `${sqlText(column)}: 'VARCHAR'`).join(", ");
  return {
    sql: `read_json(${sqlPath(path)}, ${kind}, columns={${struct}})`,
    columns,
    sqlColumns: columns,
    types: columns.map(() => "VARCHAR"),
    rows: facts.records,
  };
}

/** DuckDB's reader calls itself once a level, and ends the process where the stack does. */
function refuseNesting(name: string, { deepest, hasBrokenText }: JsonFacts): void {
  if (hasBrokenText) {
    const hint = "write it as \\n";
    throw new InputError({ argument: name, expected: "JSON", found: "a line break within a text", hint });
  }
  if (deepest <= deepestNesting) return;
  throw new InputError({
    argument: name,
    expected: `lists and objects at most ${deepestNesting} deep in each other`,
    found: `${deepest} levels`,
    hint: "a record is a flat object",
  });
}

/**
 * Throws {@link InputError} for keys that differ in capitals only: DuckDB calls the second of them by another name,
 * under which it then finds nothing.
 */
async function checkCase(
  connection: DuckDBConnection,
  columns: readonly string[],
  { name, objects }: { readonly name: string; readonly objects: string },
): Promise<void> {
  const known = new Set(columns.map((column) => column.toLowerCase()));
  // The names that DuckDB gives, and the few that a file may have itself, are all that takes a look at every record.
  if (!columns.some((column) => known.has(column.toLowerCase().replace(/_\d+$/, "")) && /_\d+$/.test(column))) return;
  const keys = await orInputError(name, () =>
    allRows(connection, `SELECT DISTINCT unnest(json_keys(json)) FROM ${objects}`),
  );
  const first = new Map<string, string>();
  for (const key of keys.map(([key]) => String(key)).sort()) {
    const other = first.get(key.toLowerCase());
    first.set(key.toLowerCase(), key);
    if (other === undefined) continue;
    throw new InputError({
      argument: name,
      expected: "keys that differ in more than capitals",
      found: `${JSON.stringify(other)} and ${JSON.stringify(key)}`,
      hint: "rename one of them, or write the same one in every record",
    });
  }
}

/** Returns a Parquet file as a relation, with the number of rows that its metadata say. */
export async function openParquet(connection: DuckDBConnection, path: string, name: string) {
  const sql = `read_parquet(${sqlPath(path)}, binary_as_string=true)`;
  const { names, types } = await describe(connection, sql, name);
  const [columns, rows] = await orInputError(name, async () => [
    await parquetNames(connection, path),
    Number((await allRows(connection, `SELECT sum(num_rows) FROM parquet_file_metadata(${sqlPath(path)})`))[0]![0]),
  ]);
  return { sql, columns, sqlColumns: names, types, rows };
}

/** The names of columns as the file has them: DuckDB gives the second of two that are equal another one. */
async function parquetNames(connection: DuckDBConnection, path: string): Promise<string[]> {
  const elements = await allRows(connection, `SELECT name, num_children FROM parquet_schema(${sqlPath(path)})`);
  // A tree, each element before those below it; the first is the row.
  const names: string[] = [];
  const after = (at: number): number => {
    let next = at + 1;
    for (let child = 0; child < Number(elements[at]![1] ?? 0); child++) next = after(next);
    return next;
  };
  for (let at = 1; at < elements.length; at = after(at)) names.push(String(elements[at]![0]));
  return names;
}

async function describe(connection: DuckDBConnection, sql: string, name: string) {
  const rows = await orInputError(name, () => allRows(connection, `DESCRIBE SELECT * FROM ${sql}`));
  return { names: rows.map((row) => String(row[0])), types: rows.map((row) => String(row[1])) };
}

/** What is in a JSON file, by its bytes alone. */
interface JsonFacts {
  /** Elements of the one array that the file is, or values that follow one another. */
  readonly records: number;
  /** Bytes of the longest of them. */
  readonly longest: number;
  /** How deep lists and objects lie in each other. */
  readonly deepest: number;
  /** Whether a text goes on over a line break, which no JSON does. */
  readonly hasBrokenText: boolean;
}

/** Counts the records of a JSON file. `offset` bytes of a byte-order mark are left out. */
async function scanJsonFile(path: string, { offset }: { readonly offset: number }): Promise<JsonFacts> {
  const found = await scanParts(path, {
    offset,
    results: 4,
    begin: (scanner) => scanner.beginJson(),
    scan: "scanJson",
    finish: "finishJson",
  });
  return { records: found[0]!, longest: found[1]!, deepest: found[2]!, hasBrokenText: found[3] === 1 };
}
