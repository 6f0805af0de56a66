// Epochs of GCN and EqGNN on our engines beside PyTorch, DGL and PyG, on one machine in one run.
// npm run bench:train -- --python <python with bench/train/requirements.txt> [--repeats 3] [--epochs 10]
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { median } from "../median.js";
import { keptHeap } from "../run-json.js";
import { benchGraph, graphNames, type GraphName } from "./bench-graph.js";
import { medianMilliseconds, runOurs, runPeer, type TrainingRun } from "./measure.js";
import { writeGraph } from "./write-graph.js";

const { values: flags } = parseArgs({
  options: {
    python: { type: "string" },
    repeats: { type: "string", default: "3" },
    epochs: { type: "string", default: "10" },
    folder: { type: "string", default: join(tmpdir(), "evenodds-bench-train") },
    only: { type: "string" },
  },
});

/** One that is compared with others: what it is called, and what starts a run of it. */
interface Contestant {
  readonly name: string;
  readonly run: (method: string, graph: GraphName, epochs: number) => Promise<TrainingRun>;
}
const engine = (name: string): Contestant => ({
  name: `evenodds, ${name}`,
  run: (method, graph, epochs) => runOurs(name, [method, graph, epochs]),
});
const peer = (library: string, title: string, env: NodeJS.ProcessEnv = {}): Contestant => ({
  name: title,
  run: (method, graph, epochs) =>
    runPeer(library, [method, join(flags.folder, graph), epochs], { python: flags.python!, env }),
});

const contestants: Readonly<Record<GraphName, readonly Contestant[]>> = {
  "pokec-size": [
    engine("tensorflow"),
    engine("wasm"),
    ...(flags.python === undefined
      ? []
      : [
          peer("pytorch", "PyTorch, CSR"),
          peer("pytorch", "PyTorch, CSR, heap kept", keptHeap),
          peer("dgl", "DGL"),
          peer("pyg", "PyG, CSR"),
        ]),
  ],
  nba: [
    engine("tensorflow"),
    engine("wasm"),
    ...(flags.python === undefined ? [] : [peer("pytorch", "PyTorch, CSR"), peer("pyg", "PyG, CSR")]),
  ],
};

const log = (line: string) => process.stderr.write(`${line}\n`);
const print = (line: string) => process.stdout.write(`${line}\n`);
const processor = cpus()[0]?.model ?? "an unknown processor";
print(`Node ${process.versions.node}, ${availableParallelism()} cores of ${processor}\n`);
for (const graph of graphNames) {
  if (flags.only !== undefined && flags.only !== graph) continue;
  const { data, attribute } = await benchGraph(graph);
  await writeGraph(data, attribute, join(flags.folder, graph));
  for (const method of graph === "nba" ? ["eqgnn"] : ["gcn", "eqgnn"]) await compare(graph, method);
}

/** Every contestant once per repeat, in turn, so that what else the machine does falls on all of them. */
async function compare(graph: GraphName, method: string): Promise<void> {
  const epochs = graph === "nba" ? 400 : Number(flags.epochs);
  const runs = new Map<string, TrainingRun[]>();
  const loads: string[] = [];
  for (let repeat = 1; repeat <= Number(flags.repeats); repeat++) {
    for (const { name, run } of contestants[graph]) {
      log(`${graph}, ${method}, ${name}, ${repeat} of ${flags.repeats}`);
      runs.set(name, [...(runs.get(name) ?? []), await run(method, graph, epochs)]);
      loads.push(loadavg()[0]!.toFixed(1));
    }
  }
  print(`### ${graph}, ${method}, ${epochs} epochs, median of ${flags.repeats}, load average ${loads.join(", ")}\n`);
  print("| | step ms | validation ms | epoch ms | whole run s | peak MB | epoch : tensorflow |");
  print("|---|---:|---:|---:|---:|---:|---:|");
  const rows = [...runs].map(([name, all]) => {
    const step = median(all.map(({ steps }) => medianMilliseconds(steps)));
    const validation = median(all.map(({ evaluations }) => medianMilliseconds(evaluations)));
    const seconds = median(all.map((run) => run.seconds));
    const peak = median(all.map((run) => run.peakBytes));
    return { name, step, validation, epoch: step + validation, seconds, peak };
  });
  const own = rows[0]!.epoch;
  for (const { name, step, validation, epoch, seconds, peak } of rows) {
    const cells = [step, validation, epoch].map((value) => value.toFixed(1));
    const ratio = (epoch / own).toFixed(2);
    print(`| ${[name, ...cells, seconds.toFixed(2), (peak / 1e6).toFixed(0), ratio].join(" | ")} |`);
  }
  print("");
}
