import { basename } from "node:path";
import { duringWork, type ExportForm, type Graph } from "@evenodds/core";
import { loadGraph } from "@evenodds/data";
import {
  exportFiles,
  importModel,
  proofGraphs,
  proveExport,
  readModelCard,
  readReferenceRun,
  readTensors,
  referenceLogits,
  treatsLoopsOtherwise,
  type ExportableModel,
  type GraphProof,
  type ModelFiles,
  type ModelFilesOptions,
  type NamedGraph,
} from "@evenodds/exporter";
import { checkOutput } from "../check-output.js";
import { readModel } from "./read-model.js";
import { writeProvenModel, type WrittenModel } from "./write-proven-model.js";

/** What an imported model is, what it is proved on, and where it is written. */
export interface ImportModelOptions extends Pick<ModelFilesOptions, "externalFrom"> {
  /** Path of the model card: layers, features, classes. */
  readonly model: string;
  /** The ONNX file. */
  readonly out: string;
  /** How neighbours are summed. Default: `fast`. */
  readonly form?: ExportForm | undefined;
  /** Safetensors file with a run of the original model, to compare with. */
  readonly logits?: string | undefined;
  /** Path of a graph to compare on, besides random ones. */
  readonly graph?: string | undefined;
  /** Largest relative difference of logits, see `proveExport`. Default: 1e-4. */
  readonly tolerance?: number | undefined;
  /** Who made the model and under which license it is, in place of what the card says. */
  readonly author?: string | undefined;
  readonly license?: string | undefined;
}

/** A graph with what an imported model must give on it. */
interface ProvedGraph extends NamedGraph {
  readonly expected: Float32Array;
}

/**
 * Imports a state dict of PyTorch Geometric, the safetensors file `weights`, proves the ONNX file on random graphs, on
 * the graph and on the run of the original model where those are given, and only then puts it in place. Without such a
 * run, the proof is against the formulas that the card names. `selfLoops` is how many of the graph's arcs the original
 * model would have taken another way; null where its layers take all of them the same way.
 */
export async function importModelFile(
  weights: string,
  options: ImportModelOptions,
): Promise<WrittenModel & { model: ExportableModel; proofs: GraphProof[]; selfLoops: number | null }> {
  const { out, externalFrom, form } = options;
  await checkOutput(out, { kind: "file" });
  const card = readModelCard(new TextDecoder().decode(await readModel(options.model)), basename(options.model));
  const name = basename(weights);
  const model = await duringWork({ doing: `read ${weights}`, library: null }, async () =>
    importModel(readTensors(await readModel(weights), name), { card, name }),
  );
  const original = await originalRun(options, model);
  const { given, selfLoops } = await givenGraph(options, model);
  const random = proofGraphs({ ...model, featureCount: model.featureNames.length, seed: 1 });
  const graphs = [...original, ...(await expectFormulas(model, [...given, ...random]))];
  const files = await duringWork({ doing: "make ONNX file", library: null }, () =>
    exportFiles(model, {
      name: basename(out),
      externalFrom,
      form,
      author: options.author ?? card.author,
      license: options.license ?? card.license,
      description: card.description,
    }),
  );
  const { proof: proofs, ...written } = await writeProven(files, { ...options, graphs });
  return { model, proofs, selfLoops, ...written };
}

async function originalRun(
  { logits: path }: ImportModelOptions,
  { featureNames, layers }: ExportableModel,
): Promise<ProvedGraph[]> {
  if (path === undefined) return [];
  const name = basename(path);
  const { graph, logits } = readReferenceRun(await readModel(path), { name, featureNames, layers });
  return [{ name, graph, expected: logits }];
}

async function givenGraph(
  { graph: path }: ImportModelOptions,
  { featureNames, layers }: ExportableModel,
): Promise<{ given: NamedGraph[]; selfLoops: number | null }> {
  const differs = treatsLoopsOtherwise(layers);
  if (path === undefined) return { given: [], selfLoops: differs ? 0 : null };
  const { name, graph, findings } = await loadGraph(path, { featureNames });
  return { given: [{ name, graph }], selfLoops: differs ? findings.selfLoops : null };
}

function expectFormulas(model: ExportableModel, graphs: readonly NamedGraph[]): Promise<ProvedGraph[]> {
  return duringWork({ doing: "compute formulas of the card", library: null }, (work) =>
    graphs.map(({ name, graph }, done) => {
      work.advance({ done, total: graphs.length, unit: "graphs" });
      return { name, graph, expected: Float32Array.from(referenceLogits(model, graph)) };
    }),
  );
}

async function writeProven(
  files: ModelFiles,
  { out, graphs, tolerance }: Pick<ImportModelOptions, "out" | "tolerance"> & { graphs: readonly ProvedGraph[] },
): ReturnType<typeof writeProvenModel<GraphProof[]>> {
  const expected = new Map<Graph, Float32Array>(graphs.map(({ graph, expected }) => [graph, expected]));
  return writeProvenModel(out, {
    files,
    prove: ({ session, data }) =>
      proveExport({
        bytes: files.model,
        data,
        reference: (graph) => Promise.resolve(expected.get(graph)!),
        candidate: async (graph) => (await session.run(graph)).logits,
        graphs,
        tolerance,
      }),
  });
}
