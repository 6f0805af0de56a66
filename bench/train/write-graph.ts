import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sensitiveAttribute } from "@evenodds/core";
import {
  applyPreprocessing,
  fitPreprocessing,
  parseTrainingOptions,
  splitForTraining,
  type TrainingData,
} from "@evenodds/trainer";
import { makeTask } from "@evenodds/trainer/internal";

/**
 * Writes a graph as plain arrays, features scaled and nodes split as the trainer does, for peers in other languages.
 */
export async function writeGraph({ graph, nodes }: TrainingData, attribute: string, folder: string): Promise<void> {
  const options = parseTrainingOptions({ method: "eqgnn", sensitive: attribute });
  const split = splitForTraining({ nodes }, options);
  await mkdir(folder, { recursive: true });
  const write = (name: string, values: Float32Array | Int32Array) =>
    writeFile(join(folder, name), new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  await write("features.f32", applyPreprocessing(graph, fitPreprocessing(graph, options.scale)));
  await write("source.i32", graph.source);
  await write("target.i32", graph.target);
  await write("label.i32", nodes.label);
  await write("group.i32", sensitiveAttribute(nodes, attribute).code);
  await write("train.i32", split.train);
  await write("validation.i32", split.validation);
  const { outputs } = makeTask(nodes, { options, split });
  const meta = { nodes: graph.nodeCount, features: graph.featureNames.length, outputs };
  await writeFile(join(folder, "graph.json"), JSON.stringify(meta));
}
