// One ONNX file on the arrays of a folder, several times in one session, as JSON.
// run-model.ts <model> <folder> <kind> <threads> <repeats> [sorted]
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import type { ModelRun } from "./model-run.js";

const [model, folder, kind, threads, repeats, order] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string?,
];
const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name))).buffer;
const { nodes, features } = JSON.parse(readFileSync(join(folder, "graph.json"), "utf8")) as Record<string, number>;
const ends = ["source.i32", "target.i32"].map((name) => new Int32Array(bytes(name)));
const arcs = ends[0]!.length;
const places = Uint32Array.from({ length: arcs }, (_, arc) => arc);
if (order === "sorted") places.sort((a, b) => ends[1]![a]! - ends[1]![b]! || a - b);
const edgeIndex = new BigInt64Array(2 * arcs);
ends.forEach((end, row) => places.forEach((arc, place) => (edgeIndex[row * arcs + place] = BigInt(end[arc]!))));
const feeds = {
  x: new Tensor("float32", new Float32Array(bytes("features.f32")), [nodes!, features!]),
  edge_index: new Tensor("int64", edgeIndex, [2, arcs]),
};
const exact = new Float64Array(bytes(`${kind}.logits.f64`));

const session = await InferenceSession.create(model, { intraOpNumThreads: Number(threads), logSeverityLevel: 4 });
const inputBytes = process.resourceUsage().maxRSS * 1024;
const milliseconds: number[] = [];
const digests = new Set<string>();
let difference = 0;
const before = process.cpuUsage();
for (let repeat = 0; repeat < Number(repeats); repeat++) {
  const start = performance.now();
  const { logits } = await session.run(feeds);
  milliseconds.push(performance.now() - start);
  const values = logits!.data as Float32Array;
  digests.add(
    createHash("sha256")
      .update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength))
      .digest("hex"),
  );
  difference = values.reduce((largest, value, i) => Math.max(largest, Math.abs(value - exact[i]!)), difference);
}
const { user, system } = process.cpuUsage(before);
const run: ModelRun = {
  milliseconds,
  cpuMilliseconds: (user + system) / 1000 / Number(repeats),
  peakBytes: process.resourceUsage().maxRSS * 1024,
  inputBytes,
  digests: [...digests],
  difference,
};
process.stdout.write(JSON.stringify(run));
