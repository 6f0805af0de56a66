import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  importModel,
  readModelCard,
  readReferenceRun,
  readTensors,
  type ExportableModel,
  type ReferenceRun,
} from "@evenodds/exporter";

const folder = join(import.meta.dirname, "../../fixtures/pyg");

/** What PyTorch Geometric computed, see test/fixtures/pyg/README.md: a state dict, a card and a run each. */
export const pygModels = [
  "gcn",
  "sage-mean",
  "sage-max",
  "gat",
  "gin",
  "batch-norm",
  "layer-norm",
  "jk-concatenate",
  "jk-max",
  "residual",
  "gat-model",
] as const;

/** Path of a fixture. */
export function pygPath(file: string): string {
  return join(folder, file);
}

/** Imports the weights of a fixture with a card, by default that of the same name. */
export function importPyg(name: string, { card = name }: { card?: string } = {}): ExportableModel {
  const read = readModelCard(readFileSync(pygPath(`${card}.yaml`), "utf8"), `${card}.yaml`);
  return importModel(readTensors(readFileSync(pygPath(`${name}.safetensors`)), name), { card: read, name });
}

/** The graph of the fixtures, with PyG's logits on it. */
export function pygRun(
  name: string,
  { featureNames, layers }: Pick<ExportableModel, "featureNames" | "layers">,
): ReferenceRun {
  const file = `${name}.logits.safetensors`;
  return readReferenceRun(readFileSync(pygPath(file)), { name: file, featureNames, layers });
}
