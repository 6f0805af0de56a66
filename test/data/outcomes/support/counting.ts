import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { OutcomeCounts } from "@evenodds/core";
import { countOutcomesFrom, type CountedOutcomes, type CountedRows, type OutcomeRequest } from "@evenodds/data";
import { tempFolder } from "../../support/temp-graph.js";

/** Sex, label, prediction: F has 1→1, 1→0, 0→0; M has 1→1, 0→1. */
export const people = "id,sex,y,yhat\n1,F,1,1\n2,F,1,0\n3,F,0,0\n4,M,1,1\n5,M,0,1\n";

export const request = { sensitive: ["sex"], label: "y", prediction: "yhat" } as const;

/** What {@link people} must give, however the file is written. */
export const peopleCells = { "F 0→0": 1, "F 1→0": 1, "F 1→1": 1, "M 0→1": 1, "M 1→1": 1 };

/** Counts a file with this content. */
export async function countText(
  text: string | Uint8Array,
  wanted: OutcomeRequest = request,
  name = "p.csv",
): Promise<CountedOutcomes> {
  return countOutcomesFrom({ predictions: name, folder: await tempFolder({ [name]: text }) }, wanted);
}

/** The cells that are not empty, such as `F 1→0`. */
export function cells({ groups, classes, counts }: OutcomeCounts): Record<string, number> {
  const names = groups.flatMap((group) => classes.flatMap((y) => classes.map((p) => `${group} ${y}→${p}`)));
  return Object.fromEntries(names.map((name, i) => [name, counts[i]!] as const).filter(([, count]) => count > 0));
}

/** The cells of one attribute, the first by default. */
export function cellsOf(counted: CountedOutcomes, attribute = 0): Record<string, number> {
  return cells(counted.attributes[attribute]!.all.outcomes!);
}

/** Rows that were read, used and excluded. */
export function account({ read, used, predictions }: CountedRows) {
  return { read, used, ...predictions.excluded };
}

/** Writes the result of a query to `name` in a fresh folder and returns the folder. */
export async function parquetFolder(sql: string, name = "p.parquet"): Promise<string> {
  const folder = await tempFolder();
  await runSql(`COPY (${sql}) TO '${join(folder, name)}'`);
  return folder;
}

/** Creates a database file with one table `t` and returns its path. */
export async function databaseFile(sql: string): Promise<string> {
  const path = join(await tempFolder(), "people.duckdb");
  await runSql(`CREATE TABLE t AS ${sql}`, path);
  return path;
}

async function runSql(sql: string, path = ":memory:"): Promise<void> {
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

export async function addFile(folder: string, name: string, text: string): Promise<void> {
  await writeFile(join(folder, name), text);
}
