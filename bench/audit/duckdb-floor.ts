// DuckDB alone: the files of a graph into typed tables in memory, as JSON.
// duckdb-floor.ts <folder>
import { existsSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { readCard } from "@evenodds/data";
import { measure } from "./measured.js";

const [folder] = process.argv.slice(2) as [string];
const { card } = await readCard(folder);
const features = card.nodes.features.include!.map((name) => `'${name}': 'FLOAT'`);
const nodeColumns = ["'id': 'VARCHAR'", "'label': 'VARCHAR'", "'group': 'VARCHAR'", ...features].join(", ");
const edgeColumns = "'source': 'VARCHAR', 'target': 'VARCHAR'";

function relation(name: string, columns: string): string {
  const parquet = join(folder, `${name}.parquet`);
  return existsSync(parquet)
    ? `read_parquet('${parquet}')`
    : `read_csv('${join(folder, `${name}.csv`)}', header=true, delim=',', quote='"', escape='"', columns={${columns}})`;
}

const connection = await (await DuckDBInstance.create(":memory:")).connect();
const reading = await measure("DuckDB alone", async () => {
  await connection.run(`CREATE TABLE nodes AS SELECT * FROM ${relation("nodes", nodeColumns)}`);
  await connection.run(`CREATE TABLE edges AS SELECT * FROM ${relation("edges", edgeColumns)}`);
});
process.stdout.write(JSON.stringify([reading]));
