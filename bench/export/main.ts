// Our ONNX files beside PyG's own exports of the same weights, and beside PyTorch, on one machine in one run.
// npm run bench:export -- --python <python with bench/export/requirements.txt> [--kinds gcn,gat] [--repeats 5]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { ModelError, Random } from "@evenodds/core";
import { exportModel, importModel, optimizeModel, readModelCard, readTensors } from "@evenodds/exporter";
import type { TrainingData } from "@evenodds/trainer";
import { median } from "../median.js";
import { keptHeap, runJson } from "../run-json.js";
import { benchGraph } from "../train/bench-graph.js";
import { writeGraph } from "../train/write-graph.js";
import type { ModelRun } from "./model-run.js";

const { values: flags } = parseArgs({
  options: {
    python: { type: "string" },
    kinds: { type: "string", default: "gcn" },
    repeats: { type: "string", default: "5" },
    threads: { type: "string", default: String(availableParallelism()) },
    folder: { type: "string", default: join(tmpdir(), "evenodds-bench-export") },
  },
});
const threads = Number(flags.threads);
const { folder, python = "python3" } = flags;
const log = (line: string) => process.stderr.write(`${line}\n`);
const print = (line: string) => process.stdout.write(`${line}\n`);

const script = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const runPeer = <T>(args: readonly (string | number)[], env: NodeJS.ProcessEnv = {}) =>
  runJson<T>(python, [script("peer.py"), ...args], env);
interface RunOptions {
  readonly threads?: number;
  readonly repeats?: string;
  readonly order?: "sorted";
}
const runModel = (file: string, kind: string, options: RunOptions = {}) => {
  const { threads: own = threads, repeats = flags.repeats, order = "" } = options;
  const args = ["--import", "tsx", script("run-model.ts"), join(folder, file), folder, kind, own, repeats, order];
  return runJson<ModelRun>(process.execPath, args);
};

const described: ReadonlyMap<string, (key: string) => object> = new Map(
  Object.entries({
    gcn: (key) => ({ kind: "gcn", key }),
    "sage-mean": (key) => ({ kind: "sage", key }),
    "sage-max": (key) => ({ kind: "sage", key, aggregation: "max" }),
    gin: (key) => ({ kind: "gin", key }),
    gat: (key) => ({ kind: "gat", key, heads: 4 }),
  } satisfies Record<string, (key: string) => object>),
);

/** Writes our two files of the peer's weights, and what optimizing makes of the peer's files; returns their names. */
function writeOurs(
  kind: string,
  { features, peers }: { features: number; peers: readonly string[] },
): { name: string; file: string }[] {
  const layer = described.get(kind)!;
  const card = readModelCard(
    JSON.stringify({
      label: "label",
      classes: ["0", "1"],
      task: "binary",
      features: { prefix: "f", count: features },
      layers: [layer("first"), "relu", layer("second"), "relu", { kind: "linear", key: "head" }],
    }),
    "card",
  );
  const name = `${kind}.safetensors`;
  const model = importModel(readTensors(readFileSync(join(folder, name)), name), { card, name });
  const files = (["fast", "portable"] as const).map((form) => {
    const file = `${kind}.${form}.onnx`;
    writeFileSync(join(folder, file), exportModel(model, { form }));
    return { name: `evenodds, ${form}`, file };
  });
  const optimized = peers.flatMap((way) => {
    const file = `${kind}.${way}.optimized.onnx`;
    try {
      const original = readFileSync(join(folder, `${kind}.${way}.onnx`));
      writeFileSync(join(folder, file), optimizeModel(original).bytes);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      log(`${kind}: ${way} exporter: ${error.message}`);
      return [];
    }
    return [{ name: `PyG, ${way} exporter, evenodds optimize`, file }];
  });
  return [...files, ...optimized];
}

async function compare(kind: string): Promise<void> {
  log(`${kind}: exports`);
  const { failed } = await runPeer<{ failed: Record<string, string> }>(["models", folder, kind]);
  const peers = ["old", "new"].filter((way) => !Object.hasOwn(failed, way));
  const rows: [string, ModelRun][] = [];
  const loads: string[] = [];
  const add = async (name: string, measured: () => Promise<ModelRun>) => {
    log(`${kind}: ${name}`);
    loads.push(loadavg()[0]!.toFixed(1));
    rows.push([name, await measured()]);
  };
  const ours = writeOurs(kind, { features: meta.features!, peers });
  for (const { name, file } of ours) await add(name, () => runModel(file, kind));
  await add("evenodds, fast, arcs sorted by target", () => runModel(ours[0]!.file, kind, { order: "sorted" }));
  const infer = (from: string, env?: NodeJS.ProcessEnv) =>
    runPeer<ModelRun>(["infer", folder, kind, threads, flags.repeats, from], env);
  await add("PyTorch, sparse matrix at hand", () => infer("matrix"));
  if (kind === "gcn") {
    await add("PyTorch, normalized matrix at hand", () => infer("normalized"));
    await add("PyTorch, normalized matrix at hand, heap kept", () => infer("normalized", keptHeap));
  }
  await add("PyTorch, sparse matrix made of the arcs", () => infer("arcs"));
  for (const way of peers) await add(`PyG, ${way} exporter`, () => runModel(`${kind}.${way}.onnx`, kind));
  const single = await runModel(ours[0]!.file, kind, { threads: 1, repeats: "2" });

  const fast = rows[0]![1];
  print(`### ${kind}, ${threads} threads, median of ${flags.repeats} runs, load average ${loads.join(", ")}\n`);
  print("| | first ms | ms | CPU ms | peak MB | : fast, time | : fast, peak | outputs | off float64 by |");
  print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
  for (const [name, { milliseconds, cpuMilliseconds, peakBytes, digests, difference }] of rows) {
    const typical = median(milliseconds);
    const cells = [milliseconds[0]!, typical, cpuMilliseconds, peakBytes / 1e6].map((value) => value.toFixed(0));
    const ratios = [typical / median(fast.milliseconds), peakBytes / fast.peakBytes].map((value) => value.toFixed(2));
    print(`| ${[name, ...cells, ...ratios, digests.length, difference.toExponential(1)].join(" | ")} |`);
  }
  const same = new Set([...fast.digests, ...single.digests]).size === 1;
  print(`\nThe fast file gives ${same ? "the same bits" : "OTHER BITS"} with 1 thread and with ${threads}.`);
  for (const [way, why] of Object.entries(failed)) print(`PyG, ${way} exporter: no file, "${why}".`);
  print("");
}

/** The arcs as a file of edges may list them; what is sorted by target already is quicker. */
function inNoOrder({ graph, ...rest }: TrainingData): TrainingData {
  const order = Random.of(7, "arcs").shuffle(Int32Array.from(graph.source.keys()));
  const source = order.map((arc) => graph.source[arc]!);
  const target = order.map((arc) => graph.target[arc]!);
  return { ...rest, graph: { ...graph, source, target } };
}

const { data, attribute } = await benchGraph("pokec-size");
if (!existsSync(join(folder, "graph.json"))) await writeGraph(inNoOrder(data), attribute, folder);
const meta = JSON.parse(readFileSync(join(folder, "graph.json"), "utf8")) as Record<string, number>;
print(
  `Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown processor"}\n`,
);
for (const kind of flags.kinds.split(",")) await compare(kind);
