// Time and memory of the fast file over the number of arcs, each size in a process of its own.
// npm run bench:export-scale -- [--arcs 1e6,1e7] [--nodes-per-arc 0.04] [--regular]
import { mkdirSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { exportModel } from "@evenodds/exporter";
import { gcnModel } from "../gcn-model.js";
import { runJson } from "../run-json.js";

const { values: flags } = parseArgs({
  options: {
    arcs: { type: "string", default: "1e6,2e6,5e6,1e7,2e7" },
    "nodes-per-arc": { type: "string", default: "0.04" },
    regular: { type: "boolean", default: false },
  },
});
const [features, hidden] = [32, 128];
const folder = join(tmpdir(), "evenodds-bench-export");
mkdirSync(folder, { recursive: true });
const model = join(folder, "scale.onnx");
writeFileSync(model, exportModel(gcnModel({ features, hidden, outputs: 1 })));

/** What `scale-run.ts` prints. */
interface ScaleRun {
  readonly seconds: number;
  readonly inputBytes: number;
  readonly peakBytes: number;
  readonly largestDegree: number;
}

function run(arcs: number, nodes: number): Promise<ScaleRun> {
  const script = fileURLToPath(new URL("scale-run.ts", import.meta.url));
  const degrees = flags.regular ? "regular" : "skewed";
  return runJson(process.execPath, ["--import", "tsx", script, model, arcs, nodes, features, degrees]);
}

const print = (line: string) => process.stdout.write(`${line}\n`);
print(
  `Node ${process.versions.node}, ${availableParallelism()} cores, ${(totalmem() / 2 ** 30).toFixed(0)} GiB of memory\n`,
);
print("| arcs | nodes | largest in-degree | seconds | input MB | peak MB | bytes per arc since the last row | load |");
print("| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |");
let last: { arcs: number; peakBytes: number } | undefined;
for (const arcs of flags.arcs.split(",").map(Number)) {
  const nodes = Math.round(arcs * Number(flags["nodes-per-arc"]));
  const { seconds, inputBytes, peakBytes, largestDegree } = await run(arcs, nodes);
  const slope = last === undefined ? "" : ((peakBytes - last.peakBytes) / (arcs - last.arcs)).toFixed(0);
  const megabytes = [inputBytes, peakBytes].map((value) => (value / 1e6).toFixed(0));
  const cells = [arcs, nodes, largestDegree, seconds.toFixed(1), ...megabytes, slope, loadavg()[0]!.toFixed(1)];
  print(`| ${cells.join(" | ")} |`);
  last = { arcs, peakBytes };
}
