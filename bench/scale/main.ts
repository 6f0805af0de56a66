// A GCN on a graph that is larger than the memory allowed, layer by layer: makes the graph as Parquet files, streams
// it, and prints seconds, memory and disk; peer.py does the same in memory.
// npm run bench:scale -- [--arcs 2e7] [--nodes-per-arc 0.05] [--memory 1e9] [--folder DIR] [--keep]
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DuckDBInstance, type DuckDBConnection } from "@duckdb/node-api";
import { RowFile, runPlan, type ArcBatch } from "@evenodds/auditor";
import { watchWork } from "@evenodds/core";
import { cutModel, exportModel } from "@evenodds/exporter";
import { gcnModel } from "../gcn-model.js";

const { values: flags } = parseArgs({
  options: {
    arcs: { type: "string", default: "2e7" },
    "nodes-per-arc": { type: "string", default: "0.05" },
    memory: { type: "string", default: "1e9" },
    folder: { type: "string", default: join(tmpdir(), "evenodds-bench-scale") },
    keep: { type: "boolean", default: false },
  },
});
const arcs = Number(flags.arcs);
const nodes = Math.max(1, Math.round(arcs * Number(flags["nodes-per-arc"])));
const memory = Number(flags.memory);
const features = 64;
const { folder } = flags;
const [nodeFile, arcFile] = [join(folder, `nodes-${nodes}.parquet`), join(folder, `arcs-${arcs}.parquet`)];
const work = join(folder, "work");
mkdirSync(folder, { recursive: true });
rmSync(work, { recursive: true, force: true });
mkdirSync(work);

/** Seconds of each stage, by its name. */
const seconds = new Map<string, number>();
let largestWork = 0;
const timer = setInterval(() => {
  const bytes = readdirSync(work).reduce((sum, name) => sum + sizeOf(join(work, name)), 0);
  largestWork = Math.max(largestWork, bytes);
}, 500).unref();

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function timed<T>(stage: string, task: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await task();
  const took = (performance.now() - start) / 1000;
  seconds.set(stage, Math.round(10 * took) / 10);
  process.stderr.write(`${stage}: ${took.toFixed(1)} s, load ${loadavg()[0]!.toFixed(1)}\n`);
  return result;
}

/** Writes the graph: standard uniform features, and arcs whose ends are drawn with a power law. */
async function generate(connection: DuckDBConnection): Promise<void> {
  await connection.run("SELECT setseed(0.7)");
  const columns = Array.from({ length: features }, (_, i) => `CAST(random() - 0.5 AS FLOAT) AS x${i}`).join(", ");
  if (!existsSync(nodeFile)) {
    await connection.run(`COPY (SELECT ${columns} FROM range(${nodes})) TO '${nodeFile}' (COMPRESSION uncompressed)`);
  }
  if (existsSync(arcFile)) return;
  const end = (power: number) => `CAST(floor(${nodes} * pow(random(), ${power})) AS INTEGER)`;
  await connection.run(
    `COPY (SELECT ${end(2)} AS source, ${end(3)} AS target FROM range(${arcs})) TO '${arcFile}' (COMPRESSION snappy)`,
  );
}

async function readFeatures(connection: DuckDBConnection): Promise<RowFile> {
  const rows = new RowFile(join(work, "x.rows"), { rows: nodes, columns: features });
  let at = 0;
  for await (const chunk of await connection.stream(`SELECT * FROM '${nodeFile}'`)) {
    const values = new Float32Array(chunk.rowCount * features);
    for (let column = 0; column < features; column++) {
      const vector = chunk.getColumnVector(column);
      for (let row = 0; row < chunk.rowCount; row++) values[row * features + column] = vector.getItem(row) as number;
    }
    rows.write(at, values);
    at += chunk.rowCount;
  }
  return rows;
}

async function* readArcs(connection: DuckDBConnection): AsyncGenerator<ArcBatch> {
  for await (const chunk of await connection.stream(`SELECT source, target FROM '${arcFile}'`)) {
    const [from, to] = [chunk.getColumnVector(0), chunk.getColumnVector(1)];
    const [source, target] = [new Int32Array(chunk.rowCount), new Int32Array(chunk.rowCount)];
    for (let row = 0; row < chunk.rowCount; row++) {
      source[row] = from.getItem(row) as number;
      target[row] = to.getItem(row) as number;
    }
    yield { source, target };
  }
}

const cut = cutModel(exportModel(gcnModel({ features, hidden: features, outputs: 2 })));

const database = await DuckDBInstance.create(":memory:", {
  memory_limit: `${Math.min(500, Math.floor(memory / 4e6))}MB`,
  threads: "2",
  preserve_insertion_order: "true",
  temp_directory: work,
});
const connection = await database.connect();
await timed("generate", () => generate(connection));
const x = await timed("read features", () => readFeatures(connection));
let doing = "";
let since = performance.now();
const stop = watchWork((all) => {
  // Steps are told apart by what is said of them.
  const next = (all.at(-1)?.doing ?? "").replace(/,? ?\d+ so far/, "");
  if (next === doing) return;
  if (doing !== "") seconds.set(doing, Math.round((performance.now() - since) / 100) / 10);
  process.stderr.write(`${doing}: ${((performance.now() - since) / 1000).toFixed(1)} s\n`);
  [doing, since] = [next, performance.now()];
});
const reserve = 150e6;
const room = memory - process.memoryUsage().rss - reserve;
const before = process.cpuUsage();
const sha256 = await timed("layers", () =>
  runPlan(
    cut,
    { features: x, arcs: readArcs(connection) },
    {
      folder: work,
      memory: room,
      use: (logits) => {
        const hash = createHash("sha256");
        const rows = new Float32Array(4096 * logits.columns);
        for (let start = 0; start < logits.rows; start += 4096) {
          const part = rows.subarray(0, Math.min(4096, logits.rows - start) * logits.columns);
          logits.read(start, part);
          hash.update(new Uint8Array(part.buffer, 0, part.byteLength));
        }
        return hash.digest("hex");
      },
    },
  ),
);
const used = process.cpuUsage(before);
stop();
clearInterval(timer);
connection.closeSync();
database.closeSync();
rmSync(work, { recursive: true, force: true });
const graphBytes = sizeOf(nodeFile) + sizeOf(arcFile);
if (!flags.keep) rmSync(folder, { recursive: true, force: true });
const perMillion = (all: number) => ((1e6 * all) / arcs).toFixed(2);
const size = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`;
const cells = [
  ...[arcs.toExponential(0), nodes.toExponential(0), `${features}`, size(memory)],
  ...[size(process.resourceUsage().maxRSS * 1024), perMillion(seconds.get("layers")!)],
  ...[perMillion((used.user + used.system) / 1e6), size(graphBytes), size(largestWork)],
];
const head = "arcs | nodes | features | memory | peak | s per 1e6 arcs | s of processors | graph | work files".split(
  " | ",
);
const row = (texts: readonly string[]) => `| ${texts.join(" | ")} |\n`;
process.stdout.write(row(head) + row(head.map(() => "---")) + row(cells));
process.stdout.write(`\nLoad ${loadavg()[0]!.toFixed(1)}; SHA-256 of the logits: ${sha256}\n`);
