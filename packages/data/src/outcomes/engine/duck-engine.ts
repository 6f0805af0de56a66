import type { DuckDBConnection, DuckDBValue } from "@duckdb/node-api";
import { allRows } from "../../source/database.js";
import { orInputError } from "../../source/open-table.js";
import { sqlDoubleOf, sqlTextOf } from "../../source/sql-values.js";
import type { GroupByEngine, SqlCell } from "./group-by-engine.js";
import type { SqlDialect } from "./sql-dialect.js";

const duckDialect: SqlDialect = {
  text: sqlTextOf,
  double: sqlDoubleOf,
  isFinite: (double) => `isfinite(${double})`,
  isSinglePrecision: (type) => type === "FLOAT",
  wideInteger: "HUGEINT",
};

/** Returns the engine that counts in DuckDB. */
export function duckEngine(connection: DuckDBConnection): GroupByEngine {
  return {
    dialect: duckDialect,
    describe: async (sql) =>
      (await allRows(connection, `DESCRIBE ${sql}`)).map((row) => ({ name: String(row[0]), type: String(row[1]) })),
    runGroupBy: async (sql) => (await allRows(connection, sql)).map((row) => row.map(cellOf)),
  };
}

/** The same for files: what DuckDB complains of becomes an InputError that names them. */
export function fileEngine(connection: DuckDBConnection, name: string): GroupByEngine {
  const engine = duckEngine(connection);
  return { ...engine, runGroupBy: (sql) => orInputError(name, () => engine.runGroupBy(sql)) };
}

function cellOf(value: DuckDBValue): SqlCell {
  return value === null || typeof value === "string" || typeof value === "number" ? value : Number(value);
}
