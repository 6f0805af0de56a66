import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { withDatabase } from "@evenodds/data/internal";
import type { TestGraph } from "./random-graph.js";

/**
 * Writes a graph as the Parquet files `<folder>/nodes/*.parquet` (`id`, `feature_0` …, `features`, `y`, `sex`) and
 * `<folder>/arcs/*.parquet` (`source`, `target`, `weight`), in so many parts, in an order that depends on `parts`.
 */
export async function writeTables(
  folder: string,
  { graph, parts }: { readonly graph: TestGraph; readonly parts: number },
): Promise<void> {
  const { ids, x, columns, source, target, weight } = graph;
  const nodes = ids.map((id, n) => [
    id,
    ...x.subarray(n * columns, (n + 1) * columns),
    ["a", "b", ""][n % 3],
    n % 2 ? "f" : "m",
  ]);
  const arcs = Array.from(source, (from, arc) => [ids[from]!, ids[target[arc]!]!, weight[arc]!]);
  const names = Array.from({ length: columns }, (_, f) => `feature_${f}`);
  const numbers = names.map((name) => `${name}::FLOAT AS ${name}`);
  await writeParts(join(folder, "nodes"), {
    ...{ rows: nodes, parts, header: ["id", ...names, "y", "sex"] },
    columns: ["id", ...numbers, `[${names.map((name) => `${name}::FLOAT`).join(", ")}] AS features`, "y", "sex"],
  });
  await writeParts(join(folder, "arcs"), {
    ...{ rows: arcs, parts, header: ["source", "target", "weight"] },
    columns: ["source", "target", "weight::FLOAT AS weight"],
  });
}

interface Parts {
  readonly header: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
  readonly columns: readonly string[];
  readonly parts: number;
}

async function writeParts(folder: string, { header, rows, columns, parts }: Parts): Promise<void> {
  await mkdir(folder, { recursive: true });
  const text = [header, ...rows].map((row) => row.join(",")).join("\n");
  const csv = join(folder, "_rows.csv");
  await writeFile(csv, `${text}\n`);
  await withDatabase(async (connection) => {
    await connection.run(
      `CREATE TABLE given AS SELECT ${columns.join(", ")}, hash(${header[0]!}, ${parts}) % ${parts} AS part ` +
        `FROM read_csv('${csv}', all_varchar = true, header = true)`,
    );
    for (let part = 0; part < parts; part++) {
      await connection.run(
        `COPY (SELECT * EXCLUDE part FROM given WHERE part = ${part} ORDER BY hash(${header[0]!}, ${parts + 1})) ` +
          `TO '${join(folder, `part-${part}.parquet`)}' (FORMAT parquet)`,
      );
    }
  });
}

/** Writes the answer to a query as a Parquet file in a folder of its own. */
export async function writeQuery(folder: string, query: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await withDatabase(async (connection) => {
    await connection.run(`COPY (${query}) TO '${join(folder, "rows.parquet")}' (FORMAT parquet)`);
  });
}

/** Returns the rows of a query over Parquet files. */
export async function rowsOfQuery(query: string): Promise<Record<string, unknown>[]> {
  return withDatabase(async (connection) => (await connection.runAndReadAll(query)).getRowObjects());
}

/** Returns the logits that a checkpoint was kept with, in the order of ids, `[N, C]`. */
export async function keptLogits(checkpoint: string): Promise<Float32Array> {
  const steps = (await readdir(checkpoint)).filter((name) => /^step-\d+-[a-z]+$/.test(name)).sort();
  const rows = await rowsOfQuery(
    `SELECT hex(data_0) AS data FROM '${join(checkpoint, steps.at(-1)!)}/*.parquet' ORDER BY block`,
  );
  const bytes = Uint8Array.from(Buffer.concat(rows.map(({ data }) => Buffer.from(String(data), "hex"))));
  return new Float32Array(bytes.buffer);
}

/**
 * Returns the files of a folder of outputs, by their names; of a Parquet file all bytes before its footer, and how long
 * the footer is: it lists the encodings of a column in an order that Java makes up anew in every process.
 */
export async function contentsOf(folder: string): Promise<Record<string, string>> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith(".")).sort();
  const entries = names.map(async (name) => [name, settled(name, await readFile(join(folder, name)))] as const);
  return Object.fromEntries(await Promise.all(entries));
}

function settled(name: string, content: Buffer): string {
  if (!name.endsWith(".parquet")) return content.toString("base64");
  const footer = content.readUInt32LE(content.length - 8);
  return `${content.subarray(0, content.length - 8 - footer).toString("base64")} and a footer of ${footer} bytes`;
}
