// ONNX Runtime alone, as it comes: one model loaded and run once on tensors that are ready, as JSON.
// onnxruntime-floor.ts <model> <graph>
import { readFileSync } from "node:fs";
import { bindModel, inspectModel, prepareInputs } from "@evenodds/auditor";
import { loadGraph } from "@evenodds/data";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { measure } from "./measured.js";

const [path, folder] = process.argv.slice(2) as [string, string];
const model = readFileSync(path);
const { graph } = await loadGraph(folder);
const description = inspectModel(model);
const binding = bindModel(description);
const inputs = prepareInputs(description, binding, graph);
const running = await measure("ONNX Runtime alone", async () => {
  const session = await InferenceSession.create(model, { logSeverityLevel: 4 });
  const feeds = Object.fromEntries(
    inputs.map(({ name, type, data, dims }) => [name, new Tensor(type as "float32", data as Float32Array, dims)]),
  );
  await session.run(feeds, [binding.output.name]);
});
process.stdout.write(JSON.stringify([running]));
