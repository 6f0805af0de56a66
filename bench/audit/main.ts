// Where the time of `evenodds audit` goes on a graph of 67,796 nodes, 276 features and 1.24 million arcs.
// npm run bench:audit -- [--folder <folder>] [--repeats 3]
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { formats, makeModel } from "./make-model.js";
import { medians, type Measured } from "./measured.js";
import { runEvenodds, runScript, type ChildRun } from "./run-child.js";
import { stageTable } from "./stage-table.js";

const { values: flags } = parseArgs({
  options: {
    folder: { type: "string", default: join(tmpdir(), "evenodds-bench-audit") },
    repeats: { type: "string", default: "3" },
  },
});
const repeats = Array.from({ length: Number(flags.repeats) }, (_, i) => i);
const log = (line: string) => process.stderr.write(`${line}\n`);
const print = (text: string) => process.stdout.write(`${text}\n`);
const load = () => loadavg()[0]!.toFixed(1);

const model = await makeModel(flags.folder, log);
print(
  `Node ${process.versions.node}, ${availableParallelism()} cores of ${cpus()[0]?.model ?? "an unknown processor"}\n`,
);
for (const format of formats) {
  const graph = join(flags.folder, format);
  const loads = [load()];
  const runs: Measured[][] = [];
  for (const repeat of repeats) {
    log(`${format}, ${repeat + 1} of ${repeats.length}`);
    const whole = asMeasured("whole command", await runEvenodds(["audit", model, graph]));
    const start = asMeasured("start of the command line", await runEvenodds(["--version"]));
    const children = [
      await runScript("stages.ts", [model, graph]),
      await runScript("duckdb-floor.ts", [graph]),
      await runScript("onnxruntime-floor.ts", [model, graph]),
    ];
    runs.push([whole, start, ...children.flatMap(({ stdout }) => JSON.parse(stdout) as Measured[])]);
    loads.push(load());
  }
  print(`### ${format}, median of ${repeats.length} runs, load average ${loads.join(", ")}\n`);
  print(stageTable(medians(runs)));
}

function asMeasured(name: string, run: ChildRun): Measured {
  return { name, seconds: run.seconds, cpuSeconds: run.cpuSeconds, peakBytes: run.peakBytes };
}
