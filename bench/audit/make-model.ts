import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { runEvenodds } from "./run-child.js";

/**
 * Sizes of the graph: those of the largest in the experiments of the EqGNN paper, Pokec-z, in nodes, features and
 * edges.
 */
const size = ["--nodes", "67796", "--features", "276", "--edges", "617958"];

export const formats = ["csv", "parquet"] as const;
export type Format = (typeof formats)[number];

/**
 * Makes the graph in both formats and a model of it under `folder`, and keeps what is there already. The model has
 * learned for two epochs: what it predicts does not matter, only what it computes. Returns the path of the model.
 */
export async function makeModel(folder: string, log: (line: string) => void): Promise<string> {
  await mkdir(folder, { recursive: true });
  const graph = (format: Format) => join(folder, format);
  for (const format of formats) {
    if (existsSync(join(graph(format), "graph.yaml"))) continue;
    log(`generating ${graph(format)}`);
    await runEvenodds(["generate", ...size, "--format", format, "--out", graph(format)]);
  }
  const run = join(folder, "run");
  const model = join(folder, "model.onnx");
  if (existsSync(model)) return model;
  if (!existsSync(join(run, "model.safetensors"))) {
    log("training two epochs");
    await runEvenodds(["train", graph("csv"), "--method", "gcn", "--epochs", "2", "--seed", "1", "--out", run]);
  }
  log("exporting");
  await runEvenodds(["export", run, "--out", model]);
  return model;
}
