import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  inspectModel,
  matchClasses,
  openNodeSession,
  recodeLabels,
  type ClassMatch,
  type ModelDescription,
  type Provider,
} from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { loadGraph, type LoadedGraph } from "@evenodds/data";

/** A model that was run on all nodes of a graph. */
export interface ModelOnGraph {
  readonly description: ModelDescription;
  readonly loaded: LoadedGraph;
  /** `[N, C]` */
  readonly logits: Float32Array;
  readonly match: ClassMatch;
  /** `[N]`, indices into the model's classes. */
  readonly label: Int32Array;
  readonly notes: readonly string[];
}

/** Loads a model and a graph, matches them, and runs the model on all nodes. */
export async function runModel(request: {
  readonly model: string;
  readonly graph: string;
  readonly provider: Provider;
  readonly threads?: number | undefined;
  /** Column of the node files whose values are wanted as clusters. */
  readonly clusterColumn?: string | undefined;
  /** Called before the model runs; what it throws ends the work early. */
  readonly check?: ((graph: LoadedGraph) => void) | undefined;
  /** Called as each stage begins: inspect model, then those of `loadGraph` and `openNodeSession`. */
  readonly onStage?: ((stage: string) => void) | undefined;
}): Promise<ModelOnGraph> {
  const { provider, threads, onStage } = request;
  onStage?.("inspect model");
  const bytes = await readModel(request.model);
  const description = inspectModel(bytes, request.model);
  const { externalFiles, metadata } = description;
  const folder = dirname(request.model);
  const externalData = await Promise.all(
    externalFiles.map(async (path) => ({ path, data: await readModel(join(folder, path)) })),
  );
  const loaded = await loadGraph(request.graph, {
    featureNames: metadata.featureNames ?? undefined,
    cluster: request.clusterColumn,
    onStage,
  });
  request.check?.(loaded);
  const session = await openNodeSession(bytes, { provider, threads, externalData, description, onStage });
  try {
    const { logits, columns } = await session.run(loaded.graph);
    const match = matchClasses({ model: metadata.classes, graph: loaded.nodes.classes, columns });
    const label = recodeLabels(loaded.nodes.label, match);
    return { description, loaded, logits, match, label, notes: session.notes };
  } finally {
    await session.release();
  }
}

/** Reads a model file. Throws {@link ModelError} naming the path where that fails. */
export async function readModel(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const found =
      code === "ENOENT" ? "no such file" : code === "EISDIR" ? "a folder" : `an error (${code ?? "unknown"})`;
    const hint = code === "EISDIR" ? "name the .onnx file" : "check the path";
    throw new ModelError({ argument: path, expected: "a model file to read", found, hint }, { cause });
  }
}
