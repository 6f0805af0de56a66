import { version } from "@duckdb/node-api";
import { withDatabase } from "./with-database.js";

/** Returns the version of DuckDB, such as `1.4.1`, once it has answered a query. */
export async function duckDbVersion(): Promise<string> {
  await withDatabase(async (connection) => void (await connection.run("SELECT 1")));
  return version().replace(/^v/, "");
}
