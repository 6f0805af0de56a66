// ONNX Runtime alone, as it comes: one model loaded and run once on tensors that are ready, as JSON.
// onnxruntime-floor.ts <model> <graph>
import { readFileSync } from "node:fs";
import { inspectModel, prepareInputs } from "@evenodds/auditor";
import { loadGraph } from "@evenodds/data";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { measure } from "./measured.js";

const [path, folder] = process.argv.slice(2) as [string, string];
const model = readFileSync(path);
const { graph } = await loadGraph(folder);
const { x, edgeIndex, output } = prepareInputs(inspectModel(model), graph);
const running = await measure("ONNX Runtime alone", async () => {
  const session = await InferenceSession.create(model, { logSeverityLevel: 4 });
  const feeds = {
    x: new Tensor("float32", x.data, x.dims),
    edge_index: new Tensor("int64", edgeIndex.data as BigInt64Array, edgeIndex.dims),
  };
  await session.run(feeds, [output]);
});
process.stdout.write(JSON.stringify([running]));
