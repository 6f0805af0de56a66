// Runs the models of models/, and a GCN on a graph of Pokec's size, on a provider and on the CPU, and prints JSON.
// tsx compare.ts <provider>; the provider comes first, because ONNX Runtime is loaded once.
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { formatPlacement, inspectModel, openNodeSession, softmax } from "@evenodds/auditor";
import { maximum, type Graph, type Provider } from "@evenodds/core";
import { loadGraph, syntheticGraph } from "@evenodds/data";
import { exportModel } from "@evenodds/exporter";
import { pokecModel } from "./pokec-model.js";

/** What a model gave on both. */
export interface Comparison {
  readonly model: string;
  readonly nodes: number;
  readonly arcs: number;
  /** Nodes of the model by provider and operator. */
  readonly placement: string;
  /** Whether every node with numbers ran on the provider; else what was wrong. */
  readonly proven: true | string;
  readonly differentClasses: number;
  readonly largestProbabilityDifference: number;
  /** The first run, and the median of three after it. */
  readonly milliseconds: { readonly first: number; readonly device: number; readonly cpu: number };
}

const root = fileURLToPath(new URL("../..", import.meta.url));

async function timed(provider: Provider, { bytes, graph }: { readonly bytes: Uint8Array; readonly graph: Graph }) {
  const session = await openNodeSession(bytes, { provider, allowFallback: provider !== "cpu" });
  const start = performance.now();
  const run = await session.run(graph);
  const first = performance.now() - start;
  const times: number[] = [];
  for (let i = 0; i < 3; i++) {
    const before = performance.now();
    await session.run(graph);
    times.push(performance.now() - before);
  }
  const { warnings } = session;
  await session.release();
  return { run, warnings, first, median: times.sort((a, b) => a - b)[1]! };
}

async function compare(model: string, task: { readonly bytes: Uint8Array; readonly graph: Graph }, provider: Provider) {
  const device = await timed(provider, task);
  const cpu = await timed("cpu", task);
  const { columns } = cpu.run;
  const [a, b] = [device, cpu].map(({ run }) => softmax({ logits: run.logits, columns })) as [
    Float64Array,
    Float64Array,
  ];
  const { nodeCount: nodes, source } = task.graph;
  const best = (values: ArrayLike<number>, node: number) => {
    const row = Array.from({ length: columns }, (_, c) => values[node * columns + c]!);
    return row.indexOf(maximum(row));
  };
  const comparison: Comparison = {
    model,
    nodes,
    arcs: source.length,
    placement: formatPlacement(device.run.placement ?? {}),
    proven: device.warnings[0]?.message ?? true,
    differentClasses: Array.from({ length: nodes }, (_, n) => n).filter((n) => best(a, n) !== best(b, n)).length,
    largestProbabilityDifference: maximum(Float64Array.from(a, (value, i) => Math.abs(value - b[i]!))),
    milliseconds: { first: device.first, device: device.median, cpu: cpu.median },
  };
  return comparison;
}

const provider = process.argv[2] as Provider;
const wanted = process.argv[3]?.split(",");
const found: Comparison[] = [];
const names = readdirSync(`${root}/models`, { withFileTypes: true }).filter((entry) => entry.isDirectory());
for (const { name } of names) {
  if (wanted !== undefined && !wanted.includes(name)) continue;
  const bytes = readFileSync(`${root}/models/${name}/model.onnx`);
  const featureNames = inspectModel(bytes).metadata.featureNames!;
  const { graph } = await loadGraph(`${root}/samples/${name.split("-")[0]!}`, { featureNames });
  found.push(await compare(name, { bytes, graph }, provider));
}
if (wanted === undefined || wanted.includes("pokec-size")) {
  const { graph } = syntheticGraph({ seed: 7, nodes: 67_796, features: 276, edges: 617_958 });
  const bytes = exportModel(pokecModel(graph.featureNames));
  found.push(await compare("gcn of Pokec's size", { bytes, graph }, provider));
}
process.stdout.write(`${JSON.stringify(found)}\n`);
