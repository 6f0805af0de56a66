import { basename } from "node:path";
import { duringWork, type TrainedModel } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import {
  exportFiles,
  proofGraphs,
  proveExport,
  type ExportOptions,
  type GraphProof,
  type ModelFilesOptions,
  type NamedGraph,
} from "@evenodds/exporter";
import { openEngine, predictLogits, RunFolder, type RunConfig } from "@evenodds/trainer";
import { checkOutput } from "../check-output.js";
import { contentHash, requireContent, requireRecorded, trainingAttributes } from "./training-data.js";
import { writeProvenModel, type WrittenModel } from "../model/write-proven-model.js";

/** Where the model of a run is written, and how. */
export interface ExportRunOptions
  extends
    Pick<ExportOptions, "form" | "nodes" | "arcs" | "author" | "license">,
    Pick<ModelFilesOptions, "externalFrom"> {
  /** The ONNX file. */
  readonly out: string;
  /** Path of the training graph, where it was moved; its content must be the same. Default: as the run recorded. */
  readonly graph?: string | undefined;
  /** Largest relative difference of logits, see `proveExport`. Default: 1e-4. */
  readonly tolerance?: number | undefined;
}

/**
 * Exports the model of the finished run in the folder `run`, proves it on the graph that it was trained on and on
 * random graphs, and only then puts it in place at `out`. A file of fixed sizes is proved on random graphs of these
 * sizes, and on the training graph where it has them. A large model is two files, see `exportFiles`.
 */
export async function exportRun(
  run: string,
  { graph: moved, out, tolerance, ...options }: ExportRunOptions,
): Promise<WrittenModel & { model: TrainedModel; proofs: GraphProof[] }> {
  await checkOutput(out, { kind: "file" });
  const { folder, config } = await RunFolder.open(run);
  const model = await folder.loadModel();
  const training = await trainingGraph(moved, { config, model });
  const files = await duringWork({ doing: "make ONNX file", library: null }, () =>
    exportFiles(model, { ...options, name: basename(out) }),
  );
  const engine = await openEngine(config.engine);
  const { proof: proofs, ...written } = await writeProvenModel(out, {
    files,
    prove: ({ session, data }) =>
      proveExport({
        bytes: files.model,
        data,
        reference: (graph) => Promise.resolve(predictLogits(model, graph, engine)),
        candidate: async (graph) => (await session.run(graph)).logits,
        graphs: graphsFor(model, { training, nodes: options.nodes, arcs: options.arcs }),
        tolerance,
      }),
  });
  return { model, proofs, ...written };
}

function graphsFor(
  model: TrainedModel,
  { training, nodes, arcs }: { training: NamedGraph; nodes: number | undefined; arcs: number | undefined },
): NamedGraph[] {
  const { featureNames, preprocessing, provenance, edgeWeights } = model;
  const { seed } = provenance;
  const sizes = { featureCount: featureNames.length, nodes, arcs };
  const random = proofGraphs({ ...sizes, featureNames, preprocessing, edgeWeights, seed });
  const { nodeCount, source } = training.graph;
  const fits = (nodes ?? nodeCount) === nodeCount && (arcs ?? source.length) === source.length;
  return [...(fits ? [training] : []), ...random];
}

async function trainingGraph(
  given: string | undefined,
  { config, model }: { readonly config: RunConfig; readonly model: TrainedModel },
): Promise<NamedGraph> {
  const { graph: recorded, options } = config;
  const path = given ?? recorded;
  if (given === undefined) await requireRecorded(recorded, "if it was moved, name it with ‘graph’");
  const { name, graph, nodes } = await loadGraph(path, { sensitive: trainingAttributes(options) });
  requireContent(path, {
    known: model.provenance.graph.sha256,
    found: contentHash(graph, nodes),
    what: "the graph that the model was trained on",
    hint: given === undefined ? "if it was moved, name it with ‘graph’" : "name the graph of the run with ‘graph’",
  });
  return { name, graph };
}
