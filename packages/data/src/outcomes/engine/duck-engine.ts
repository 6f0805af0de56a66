import { DuckDBDoubleVector, type DuckDBConnection, type DuckDBValue } from "@duckdb/node-api";
import { allRows } from "../../source/with-database.js";
import { orInputError } from "../../source/or-input-error.js";
import { duckDialect } from "./duck-dialect.js";
import type { GroupByEngine, SqlCell } from "./group-by-engine.js";

/** Returns the engine that counts in DuckDB. */
export function duckEngine(connection: DuckDBConnection): GroupByEngine {
  return {
    dialect: duckDialect,
    describe: async (sql) =>
      (await allRows(connection, `DESCRIBE ${sql}`)).map((row) => ({ name: String(row[0]), type: String(row[1]) })),
    runGroupBy: async (sql) => (await allRows(connection, sql)).map((row) => row.map(cellOf)),
    readDoubles: (sql) => readDoubles(connection, sql),
  };
}

/** The same for files: what DuckDB complains of becomes an InputError that names them. */
export function fileEngine(connection: DuckDBConnection, name: string): GroupByEngine {
  const engine = duckEngine(connection);
  return {
    ...engine,
    runGroupBy: (sql) => orInputError(name, () => engine.runGroupBy(sql)),
    readDoubles: (sql) => orInputError(name, () => readDoubles(connection, sql)),
  };
}

async function readDoubles(connection: DuckDBConnection, sql: string): Promise<Float64Array[]> {
  const blocks: Float64Array[][] = [];
  const result = await connection.stream(sql);
  for await (const chunk of result) {
    blocks.push(
      Array.from({ length: chunk.columnCount }, (_, column) => {
        const vector = chunk.getColumnVector(column);
        if (!(vector instanceof DuckDBDoubleVector)) throw new TypeError("columns are read as DOUBLE");
        return Float64Array.from({ length: chunk.rowCount }, (_, row) => vector.getItem(row) ?? NaN);
      }),
    );
  }
  const rows = blocks.reduce((sum, block) => sum + (block[0]?.length ?? 0), 0);
  return Array.from({ length: result.columnCount }, (_, column) => {
    const values = new Float64Array(rows);
    let at = 0;
    for (const block of blocks) {
      values.set(block[column]!, at);
      at += block[column]!.length;
    }
    return values;
  });
}

function cellOf(value: DuckDBValue): SqlCell {
  return value === null || typeof value === "string" || typeof value === "number" ? value : Number(value);
}
