// Runs in a process of its own, because ONNX Runtime writes its log to stderr: runs every model that is named on a
// random graph with provider webgpu, and prints what its profile says. The log of each begins with a line "model NAME".
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspectModel } from "@evenodds/auditor";
import { readPlacement } from "@evenodds/auditor/internal";
import { env, InferenceSession, Tensor } from "onnxruntime-node";
import { randomGraph } from "./tiny-graphs.js";

env.logLevel = "verbose";
const found: Record<string, unknown> = {};
for (const path of process.argv.slice(2)) {
  const width = Number(inspectModel(readFileSync(path)).inputs.find(({ name }) => name === "x")!.shape![1]);
  const { nodeCount, source, target, features } = randomGraph(1, { nodes: 60, arcs: 240, features: width });
  const folder = mkdtempSync(join(tmpdir(), "evenodds-test-"));
  writeSync(2, `\nmodel ${path}\n`);
  const session = await InferenceSession.create(path, {
    executionProviders: ["webgpu"],
    enableProfiling: true,
    profileFilePrefix: join(folder, "run"),
    logSeverityLevel: 0,
    logVerbosityLevel: 1,
  });
  const arcs = BigInt64Array.from([...source, ...target], BigInt);
  await session.run({
    x: new Tensor("float32", features, [nodeCount, width]),
    edge_index: new Tensor("int64", arcs, [2, source.length]),
  });
  session.endProfiling();
  found[path] = readPlacement(readFileSync(join(folder, readdirSync(folder)[0]!), "utf8"));
  await session.release();
  rmSync(folder, { recursive: true });
}
process.stdout.write(JSON.stringify(found));
