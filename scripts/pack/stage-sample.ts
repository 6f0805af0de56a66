import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { hashGraph } from "@evenodds/core";
import { loadGraph, writeTable } from "@evenodds/data";
import { root } from "./source-packages.js";

const [edges, packedEdges] = ["nba_relationship.txt", "nba_relationship.parquet"];

/**
 * Writes the sample graph of the demonstration to `out`, its edges as Parquet, which is a fifth as large. Throws
 * `TypeError` unless the two are one graph.
 */
export async function stageSample(out: string): Promise<void> {
  const folder = join(root, "samples/nba");
  mkdirSync(out, { recursive: true });
  for (const file of ["README.md", "nba.csv"]) cpSync(join(folder, file), join(out, file));
  const pairs = readFileSync(join(folder, edges), "utf8")
    .trimEnd()
    .split(/\r?\n/)
    .map((line) => line.split("\t"));
  const column = (name: string, at: number) => ({ name, kind: "text", at: (row: number) => pairs[row]![at]! }) as const;
  const columns = [column("source", 0), column("target", 1)];
  await writeTable(join(out, packedEdges), { columns, rows: pairs.length, format: "parquet" });
  const hash = (path: string) => createHash("sha256").update(readFileSync(path)).digest("hex");
  const card = readFileSync(join(folder, "graph.yaml"), "utf8");
  const packed = card.replace(edges, packedEdges).replace(hash(join(folder, edges)), hash(join(out, packedEdges)));
  writeFileSync(join(out, "graph.yaml"), packed);
  const [published, original] = [await loadGraph(out), await loadGraph(folder)];
  if (hashGraph(published.graph, published.nodes) !== hashGraph(original.graph, original.nodes))
    throw new TypeError("the sample has become another graph");
}
