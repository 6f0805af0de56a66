import { basename, dirname, join } from "node:path";
import {
  bindModel,
  checkDataFiles,
  featureInput,
  inspectModel,
  isIds,
  openNodeSession,
  type BindingOptions,
  type ModelBinding,
  type ModelDescription,
  type ReportWarning,
} from "@evenodds/auditor";
import { defaultProvider, duringWork, ModelError, UsageError } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import {
  optimizeFiles,
  proofGraphs,
  proveOptimized,
  type GraphProof,
  type ModelFilesOptions,
  type NamedGraph,
  type OptimizeFindings,
} from "@evenodds/exporter";
import { checkOutput } from "../check-output.js";
import { findingWarnings, refuseFindings } from "./finding-warnings.js";
import { readModel } from "./read-model.js";
import { readInspected, type GivenModel } from "./run-model.js";
import { writeProvenModel, type WrittenModel } from "./write-proven-model.js";

/** Where an optimized model is written, and what it is proved on. */
export interface OptimizeModelOptions extends Pick<ModelFilesOptions, "externalFrom">, BindingOptions {
  /** The new ONNX file. */
  readonly out: string;
  /** Path of a graph to compare on, besides random ones. */
  readonly graph?: string | undefined;
  /** Largest relative difference of logits, see `proveOptimized`. Default: 1e-4. */
  readonly tolerance?: number | undefined;
  /** Whether scatters that overwrite rows may stay in the new file. Default: false. */
  readonly trustScatter?: boolean | undefined;
  /**
   * Whether all of it runs in a child process, for models that you do not trust: native code that crashes or never
   * returns then ends that process alone. Default: false.
   */
  readonly isolate?: boolean | undefined;
  /** Ends the work at once with an {@link InterruptedError}; for `isolate` alone. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads a model of any origin, a path or bytes, writes its sums over neighbours in the fast form, proves on random
 * graphs, and on `graph` where it is given, that ONNX Runtime gives the same for both files, and only then puts the new
 * one in place at `out`. Tensors in files beside the model become part of it, or, where it is large, of the one data
 * file beside the new one.
 *
 * Throws `ModelError` for a model that has no such sum, that evenodds cannot run, or that still has operators which are
 * known to be wrong, `ProofError` where the two differ, `CrashError` with `isolate`.
 */
export async function optimizeModelFile(
  model: GivenModel,
  options: OptimizeModelOptions,
): Promise<WrittenModel & { findings: OptimizeFindings; warnings: ReportWarning[]; proofs: GraphProof[] }> {
  if (options.isolate === true) {
    const { runIsolated } = await import("../isolate/run-isolated.js");
    return runIsolated("optimizeModel", model, options);
  }
  if (options.signal !== undefined) {
    const hint = "add ‘isolate’, or leave ‘signal’ away";
    throw new UsageError({ argument: "‘signal’", expected: "‘isolate’, which it ends", found: "no ‘isolate’", hint });
  }
  const { out, externalFrom, tolerance } = options;
  await checkOutput(out, { kind: "file" });
  const { path, bytes, description } = await readInspected(model);
  // Says what is wrong with a model that cannot be run before any work is done on it.
  const binding = bindModel(description, options);
  if (isIds(binding.output)) throw withoutScores(binding);
  const externalData = await readBeside(path, description);
  const graphs = await graphsFor(description, binding, options.graph);
  // ONNX Runtime says what is wrong with a file that is not a model before it is taken apart.
  const original = await openNodeSession(bytes, {
    provider: defaultProvider,
    path: model instanceof Uint8Array ? undefined : path,
    description,
    binding,
  });
  try {
    const { files, findings, optimized } = await duringWork({ doing: `rewrite ${path}`, library: null }, () => {
      const made = optimizeFiles(bytes, { name: basename(out), externalFrom, externalData });
      // What is rewritten is fixed with it, so the new file is asked.
      return { ...made, optimized: inspectModel(made.files.model, out) };
    });
    refuseFindings(optimized, options);
    const { proof: proofs, ...written } = await writeProvenModel(out, {
      files,
      binding,
      prove: ({ session }) =>
        proveOptimized({
          original: async (graph) => (await original.run(graph)).logits,
          optimized: async (graph) => (await session.run(graph)).logits,
          graphs,
          tolerance,
        }),
    });
    return { findings, warnings: findingWarnings(optimized), proofs, ...written };
  } finally {
    await original.release();
  }
}

function withoutScores({ output }: ModelBinding): ModelError {
  return new ModelError({
    argument: `output ${output.name}`,
    expected: "scores, which can be compared",
    found: `class ids, ${output.type}`,
    hint: "name another output with ‘output’, or export the scores",
  });
}

async function readBeside(model: string, description: ModelDescription): Promise<ReadonlyMap<string, Uint8Array>> {
  checkDataFiles(description, model);
  const data = new Map<string, Uint8Array>();
  for (const { path } of description.externalFiles) data.set(path, await readModel(join(dirname(model), path)));
  return data;
}

/** Random graphs that the model takes, behind the graph that the user named. */
export async function graphsFor(
  { metadata }: ModelDescription,
  { inputs }: ModelBinding,
  named: string | undefined,
): Promise<NamedGraph[]> {
  const x = featureInput(inputs);
  const columns = x.shape?.at(-1);
  const fixed = (axis: "N" | "E") => {
    const sizes = inputs.flatMap(({ tensor, axes }) => axes.map((one, i) => (one === axis ? tensor.shape?.[i] : "?")));
    return sizes.find((size) => typeof size === "number");
  };
  const featureCount = metadata.featureNames?.length ?? columns;
  if (typeof featureCount !== "number") {
    throw new ModelError({
      argument: `model input ${x.name}`,
      expected: "a number of features that is fixed in the file",
      found: "none, so that no random graph can be drawn for it",
      hint: "export the model with dynamic axes for nodes and arcs alone",
    });
  }
  const random = proofGraphs({
    featureCount,
    featureNames: metadata.featureNames ?? undefined,
    edgeWeights: inputs.some(({ role }) => role === "edge_weight"),
    edgeAttributes: attributeCount(inputs),
    seed: 0,
    nodes: fixed("N"),
    arcs: fixed("E"),
  });
  if (named === undefined) return random;
  const { name, graph } = await loadGraph(named, { featureNames: metadata.featureNames ?? undefined });
  return [{ name, graph }, ...random];
}

/** D of a model that takes attributes of arcs; 0 where it takes none. */
function attributeCount(inputs: ModelBinding["inputs"]): number {
  const attributes = inputs.find(({ role }) => role === "edge_attr");
  if (attributes === undefined) return 0;
  const { tensor, axes } = attributes;
  const columns = axes.length === 1 ? 1 : tensor.shape?.[1];
  if (typeof columns === "number") return columns;
  throw new ModelError({
    argument: `model input ${tensor.name}`,
    expected: "a number of attributes that is fixed in the file",
    found: "none, so that no random graph can be drawn for it",
    hint: "export the model with dynamic axes for nodes and arcs alone",
  });
}
