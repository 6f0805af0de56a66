import type { DuckDBConnection } from "@duckdb/node-api";
import { allRows } from "../source/with-database.js";

/**
 * DuckDB's own table functions that make rows of values or of files, or tell what a database has, and do nothing else.
 */
const harmless = new Set([
  ...["generate_series", "range", "repeat", "repeat_row", "unnest", "json_each", "json_tree", "query_table"],
  ...["read_csv", "read_csv_auto", "read_parquet", "parquet_scan", "read_json", "read_json_auto", "read_ndjson"],
  ...[
    "read_ndjson_auto",
    "read_json_objects",
    "read_json_objects_auto",
    "read_ndjson_objects",
    "read_text",
    "read_blob",
  ],
  ...["read_duckdb", "glob", "sniff_csv", "seq_scan", "summary", "histogram", "histogram_values"],
  ...["parquet_metadata", "parquet_file_metadata", "parquet_full_metadata", "parquet_kv_metadata", "parquet_schema"],
  ...["parquet_bloom_probe", "duckdb_columns", "duckdb_constraints", "duckdb_databases", "duckdb_indexes"],
  ...["duckdb_keywords", "duckdb_schemas", "duckdb_sequences", "duckdb_tables", "duckdb_types", "duckdb_views"],
  ...[
    "duckdb_functions",
    "duckdb_dependencies",
    "duckdb_coordinate_systems",
    "pg_timezone_names",
    "icu_calendar_names",
  ],
]);

/**
 * Returns the names of DuckDB's other table functions, in lower case: a SELECT from one of them can write files (a
 * log), print, change settings, run a text as SQL, or read memory. A function that a later DuckDB adds is among them.
 */
export async function refusedFunctions(connection: DuckDBConnection): Promise<ReadonlySet<string>> {
  // No function and no operator of a catalog stands here: a macro of a user could hide it.
  const sql = `SELECT function_name FROM system.main.duckdb_functions()
    WHERE internal AND function_type IN ('table', 'table_macro', 'pragma')`;
  const names = (await allRows(connection, sql)).map(([name]) => String(name).toLowerCase());
  return new Set(names.filter((name) => !harmless.has(name)));
}
