import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { openNodeSession, outputColumns, type ModelDescription } from "@evenodds/auditor";
import { ModelError } from "@evenodds/core";
import { loadGraph, writeFileAtomically } from "@evenodds/data";
import {
  optimizeModel,
  proofGraphs,
  proveOptimized,
  type GraphProof,
  type NamedGraph,
  type OptimizeFindings,
} from "@evenodds/exporter";
import { checkOutput } from "./check-output.js";
import { readInspected } from "./run-model.js";

/**
 * Reads a model of any origin, writes its sums over neighbours in the fast form, proves on random graphs, and on `graph` where
 * it is given, that ONNX Runtime gives the same for both files, and only then writes the new one to `out`. Tensors in files
 * beside the model become part of it.
 *
 * Throws `ModelError` for a model that has no such sum or that evenodds cannot run, `ProofError` where the two differ.
 */
export async function optimizeModelFile(request: {
  readonly model: string;
  readonly out: string;
  readonly graph: string | undefined;
  readonly tolerance: number;
}): Promise<{ findings: OptimizeFindings; proofs: GraphProof[]; bytes: number }> {
  await checkOutput(request.out, { kind: "file" });
  const { bytes, description } = await readInspected(request.model);
  // Says what is wrong with a model that cannot be run before any work is done on it.
  outputColumns(description);
  const externalData = await readBeside(request.model, description.externalFiles);
  const optimized = optimizeModel(bytes, { externalData: new Map(externalData.map(({ path, data }) => [path, data])) });
  const graphs = await graphsFor(description, request.graph);
  const original = await openNodeSession(bytes, { provider: "cpu", externalData, description });
  try {
    const candidate = await openNodeSession(optimized.bytes, { provider: "cpu" });
    try {
      const proofs = await proveOptimized({
        original: async (graph) => (await original.run(graph)).logits,
        optimized: async (graph) => (await candidate.run(graph)).logits,
        graphs,
        tolerance: request.tolerance,
      });
      await writeFileAtomically(request.out, (beside) => writeFile(beside, optimized.bytes));
      return { findings: optimized.findings, proofs, bytes: optimized.bytes.length };
    } finally {
      await candidate.release();
    }
  } finally {
    await original.release();
  }
}

async function readBeside(model: string, files: readonly string[]) {
  return Promise.all(
    files.map(async (path) => {
      const data = await readFile(join(dirname(model), path)).catch((cause: unknown) => {
        const hint = "keep the data files of a model in its folder";
        throw new ModelError(
          { argument: model, expected: `its data in ${path}`, found: "no such file", hint },
          { cause },
        );
      });
      return { path, data };
    }),
  );
}

/** Random graphs that the model takes, behind the graph that the user named. */
async function graphsFor(description: ModelDescription, named: string | undefined): Promise<NamedGraph[]> {
  const { inputs, metadata } = description;
  const matrix = inputs.find(({ name }) => name === "x") ?? inputs.find(({ type }) => type === "float32");
  const indices = inputs.find((input) => input !== matrix);
  const [nodes, columns] = matrix?.shape ?? [];
  const arcs = indices?.shape?.[1];
  const featureCount = metadata.featureNames?.length ?? columns;
  if (typeof featureCount !== "number") {
    throw new ModelError({
      argument: `model input ${matrix?.name ?? "x"}`,
      expected: "a number of features that is fixed in the file",
      found: "none, so that no random graph can be drawn for it",
      hint: "export the model with dynamic axes for nodes and arcs alone",
    });
  }
  const random = proofGraphs({
    featureCount,
    featureNames: metadata.featureNames ?? undefined,
    seed: 0,
    nodes: typeof nodes === "number" ? nodes : undefined,
    arcs: typeof arcs === "number" ? arcs : undefined,
  });
  if (named === undefined) return random;
  const { name, graph } = await loadGraph(named, { featureNames: metadata.featureNames ?? undefined });
  return [{ name, graph }, ...random];
}
