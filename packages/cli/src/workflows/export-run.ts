import { writeFile } from "node:fs/promises";
import { openNodeSession } from "@evenodds/auditor";
import { hashGraph, type TrainedModel } from "@evenodds/core";
import { loadGraph, writeFileAtomically } from "@evenodds/data";
import {
  exportModel,
  proofGraphs,
  proveExport,
  type ExportOptions,
  type GraphProof,
  type NamedGraph,
} from "@evenodds/exporter";
import { openEngine, predictLogits, RunFolder } from "@evenodds/trainer";
import { checkOutput } from "./check-output.js";
import { requireContent, requireRecorded } from "./training-graph.js";

/**
 * Exports the model of a finished run, proves it on the graph that it was trained on and on random graphs, and only then
 * writes it to `out`. `graph` replaces the path that the run recorded; its content must be the same.
 */
export async function exportRun(
  request: {
    readonly run: string;
    readonly graph: string | undefined;
    readonly out: string;
    readonly tolerance: number;
  } & Pick<ExportOptions, "form" | "nodes" | "arcs">,
): Promise<{ model: TrainedModel; proofs: GraphProof[]; bytes: number }> {
  await checkOutput(request.out, { kind: "file" });
  const { folder, config } = await RunFolder.open(request.run);
  const model = await folder.loadModel();
  const training = await trainingGraph(request, { recorded: config.graph, model });
  const { bytes, proofs } = await exportProven(model, {
    training,
    tolerance: request.tolerance,
    written: { form: request.form, nodes: request.nodes, arcs: request.arcs },
    engine: config.engine,
  });
  await writeFileAtomically(request.out, (beside) => writeFile(beside, bytes));
  return { model, proofs, bytes: bytes.length };
}

/**
 * Returns the ONNX bytes of a model with the proof that they compute what was trained. A file of fixed sizes is proved on
 * random graphs of these sizes, and on the training graph where it has them.
 */
export async function exportProven(
  model: TrainedModel,
  {
    training,
    tolerance,
    engine: engineName,
    written = {},
  }: {
    training: NamedGraph;
    tolerance: number;
    engine: string;
    written?: Pick<ExportOptions, "form" | "nodes" | "arcs">;
  },
): Promise<{ bytes: Uint8Array; proofs: GraphProof[] }> {
  const bytes = exportModel(model, written);
  const engine = await openEngine(engineName);
  const session = await openNodeSession(bytes, { provider: "cpu" });
  try {
    const random = proofGraphs({
      featureCount: model.featureNames.length,
      featureNames: model.featureNames,
      preprocessing: model.preprocessing,
      seed: model.provenance.seed,
      nodes: written.nodes,
      arcs: written.arcs,
    });
    const { nodeCount, source } = training.graph;
    const fits = (written.nodes ?? nodeCount) === nodeCount && (written.arcs ?? source.length) === source.length;
    const proofs = await proveExport({
      bytes,
      reference: (graph) => Promise.resolve(predictLogits(model, graph, engine)),
      candidate: async (graph) => (await session.run(graph)).logits,
      graphs: [...(fits ? [training] : []), ...random],
      tolerance,
    });
    return { bytes, proofs };
  } finally {
    await session.release();
  }
}

async function trainingGraph(
  { graph: given }: { readonly graph: string | undefined },
  { recorded, model }: { readonly recorded: string; readonly model: TrainedModel },
): Promise<NamedGraph> {
  const path = given ?? recorded;
  if (given === undefined) await requireRecorded(recorded, "if it was moved, name it with --graph");
  const { name, graph, nodes } = await loadGraph(path);
  requireContent(path, {
    known: model.provenance.graph.sha256,
    found: hashGraph(graph, nodes),
    what: "the graph that the model was trained on",
    hint: given === undefined ? "if it was moved, name it with --graph" : "name the graph of the run with --graph",
  });
  return { name, graph };
}
