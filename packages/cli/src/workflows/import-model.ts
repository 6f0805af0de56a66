import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { openNodeSession } from "@evenodds/auditor";
import type { Graph } from "@evenodds/core";
import { loadGraph, writeFileAtomically } from "@evenodds/data";
import {
  exportModel,
  importModel,
  proofGraphs,
  proveExport,
  readModelCard,
  readReferenceRun,
  readTensors,
  referenceLogits,
  treatsLoopsOtherwise,
  type ExportableModel,
  type ExportForm,
  type GraphProof,
  type NamedGraph,
} from "@evenodds/exporter";
import { checkOutput } from "./check-output.js";
import { readModel } from "./run-model.js";

/** What is imported, and what it is proved on. */
export interface ImportRequest {
  /** Safetensors file of the state dict. */
  readonly state: string;
  /** Model card. */
  readonly model: string;
  readonly out: string;
  readonly form: ExportForm;
  /** Safetensors file with a run of the original model. */
  readonly logits: string | undefined;
  readonly graph: string | undefined;
  readonly tolerance: number;
}

/** A graph with what an imported model must give on it. */
interface ProvedGraph extends NamedGraph {
  readonly expected: Float32Array;
}

/**
 * Imports a state dict of PyTorch Geometric, proves the ONNX file on random graphs, on the graph and on the run of the original
 * model where those are given, and only then writes it. Without such a run, the proof is against the formulas that the card
 * names. `selfLoops` is how many of the graph's arcs the original model would have taken another way.
 */
export async function importModelFile(
  request: ImportRequest,
): Promise<{ model: ExportableModel; proofs: GraphProof[]; bytes: number; selfLoops: number }> {
  await checkOutput(request.out, { kind: "file" });
  const card = readModelCard(new TextDecoder().decode(await readModel(request.model)), basename(request.model));
  const name = basename(request.state);
  const model = importModel(readTensors(await readModel(request.state), name), { card, name });
  const original = await originalRun(request, model);
  const { given, selfLoops } = await givenGraph(request, model);
  const random = proofGraphs({ ...model, featureCount: model.featureNames.length, seed: 1 });
  const graphs = [...original, ...[...given, ...random].map((named) => expectFormulas(model, named))];
  const bytes = exportModel(model, {
    form: request.form,
    license: card.licence,
    description: card.description,
  });
  const proofs = await prove(bytes, { graphs, tolerance: request.tolerance });
  await writeFileAtomically(request.out, (beside) => writeFile(beside, bytes));
  return { model, proofs, bytes: bytes.length, selfLoops };
}

async function originalRun(
  { logits: path }: ImportRequest,
  { featureNames, layers }: ExportableModel,
): Promise<ProvedGraph[]> {
  if (path === undefined) return [];
  const name = basename(path);
  const { graph, logits } = readReferenceRun(await readModel(path), { name, featureNames, layers });
  return [{ name, graph, expected: logits }];
}

async function givenGraph(
  { graph: path }: ImportRequest,
  { featureNames, layers }: ExportableModel,
): Promise<{ given: NamedGraph[]; selfLoops: number }> {
  if (path === undefined) return { given: [], selfLoops: 0 };
  const { name, graph, findings } = await loadGraph(path, { featureNames });
  return { given: [{ name, graph }], selfLoops: treatsLoopsOtherwise(layers) ? findings.selfLoops : 0 };
}

function expectFormulas(model: ExportableModel, { name, graph }: NamedGraph): ProvedGraph {
  return { name, graph, expected: Float32Array.from(referenceLogits(model, graph)) };
}

async function prove(
  bytes: Uint8Array,
  { graphs, tolerance }: { graphs: readonly ProvedGraph[]; tolerance: number },
): Promise<GraphProof[]> {
  const expected = new Map<Graph, Float32Array>(graphs.map(({ graph, expected }) => [graph, expected]));
  const session = await openNodeSession(bytes, { provider: "cpu" });
  try {
    return await proveExport({
      bytes,
      reference: (graph) => Promise.resolve(expected.get(graph)!),
      candidate: async (graph) => (await session.run(graph)).logits,
      graphs,
      tolerance,
    });
  } finally {
    await session.release();
  }
}
