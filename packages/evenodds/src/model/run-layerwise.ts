import { checkInputs, hasRoom, type ModelBinding, type ModelRun } from "@evenodds/auditor";
import { defaultProvider, ModelError, sizeText, widthOf, type Graph, type Provider } from "@evenodds/core";
import { cutModel, type CutModel } from "@evenodds/exporter";
import { planLogits } from "./plan-logits.js";
import type { InspectedModel } from "./run-model.js";
import { wholeRunBytes } from "./whole-run-bytes.js";

/** Bytes that the process takes beside what it holds now and the blocks: the runtime, pieces, what is on its way. */
const reserve = 150e6;

/** What inputs are given where nobody says otherwise; anything else is not part of a plan. */
const plainRoles: ReadonlySet<string> = new Set(["x", "edge_index", "edge_weight"]);

/** A run of a model, and what a report says of how it was done. */
export interface LayerwiseRun {
  readonly run: ModelRun;
  readonly provider: Provider;
  readonly notes: readonly string[];
}

/**
 * Runs a model layer by layer on a graph that is in memory, in at most `memory` bytes for all that the process holds:
 * values of nodes are on disk, and blocks of them in memory. Results do not depend on the memory. Returns null for a
 * model that cannot be cut or whose inputs are given something else than features, arcs and weights, and where even
 * blocks have no room beside what the process holds: it then runs as a whole or not at all.
 *
 * Throws what `prepareInputs` of the auditor throws for a graph that does not fit the model.
 */
export async function runLayerwise(
  { path, bytes }: InspectedModel,
  {
    graph,
    memory,
    binding,
  }: { readonly graph: Graph; readonly memory: number; readonly binding: Pick<ModelBinding, "inputs"> },
): Promise<LayerwiseRun | null> {
  const cut = binding.inputs.every(({ role }) => plainRoles.has(role)) ? cutOrNull(bytes, path) : null;
  if (cut === null) return null;
  const { nodeCount, edgeWeight } = graph;
  const columns = widthOf(cut.plan, cut.plan.output);
  // What comes of the logits: themselves, probabilities, classes.
  const results = nodeCount * (12 * columns + 8);
  const room = memory - process.memoryUsage().rss - results - reserve;
  if (!hasRoom(cut.plan, { nodes: nodeCount, weighted: edgeWeight !== undefined, memory: room })) return null;
  checkInputs(binding, graph);
  const values = await planLogits(cut, graph, { memory: room });
  const note =
    `The model was run layer by layer, because as a whole it may take ${sizeText(wholeRunBytes(graph))} beside the graph, ` +
    `of ${sizeText(memory)} in all; logits can differ from those of the whole model in the last places.`;
  return {
    run: { values, logits: values, columns, type: "float32", texts: null, placement: null },
    provider: defaultProvider,
    notes: [note],
  };
}

function cutOrNull(bytes: Uint8Array, name: string): CutModel | null {
  try {
    return cutModel(bytes, { name });
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}
