import { checkInputs, hasRoom, type ModelBinding, type ModelRun } from "@evenodds/auditor";
import {
  arcCount,
  defaultProvider,
  freeMemory,
  isOnDisk,
  ModelError,
  sizeText,
  widthOf,
  type Graph,
  type GraphOnDisk,
  type Provider,
} from "@evenodds/core";
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

/** Whether {@link runLayerwise} can run a model, where it has room. */
export function canRunLayerwise(model: InspectedModel, binding: Pick<ModelBinding, "inputs">): boolean {
  return cutOrNull(model, binding) !== null;
}

/**
 * Runs a model layer by layer on a graph, in memory or on disk, in at most `memory` bytes for all that the process
 * holds: values of nodes are on disk, and blocks of them in memory. Results do not depend on the memory. Returns null
 * for a model that cannot be cut or whose inputs are given something else than features, arcs and weights, and where
 * even blocks have no room beside what the process holds: it then runs as a whole or not at all.
 *
 * Throws what `prepareInputs` of the auditor throws for a graph that does not fit the model.
 */
export async function runLayerwise(
  model: InspectedModel,
  {
    graph,
    memory,
    binding,
  }: { readonly graph: Graph | GraphOnDisk; readonly memory: number; readonly binding: Pick<ModelBinding, "inputs"> },
): Promise<LayerwiseRun | null> {
  const cut = cutOrNull(model, binding);
  if (cut === null) return null;
  const { nodeCount } = graph;
  const weighted = isOnDisk(graph) ? graph.arcs.isWeighted : graph.edgeWeight !== undefined;
  const columns = widthOf(cut.plan, cut.plan.output);
  // What comes of the logits: themselves, probabilities, classes.
  const results = nodeCount * (12 * columns + 8);
  const room = memory - process.memoryUsage().rss - results - reserve;
  if (!hasRoom(cut.plan, { nodes: nodeCount, weighted, memory: room })) return null;
  checkInputs(binding, graph);
  const values = await planLogits(cut, graph, { memory: room });
  // The blocks are held by nobody any more.
  await freeMemory();
  return {
    run: { values, logits: values, columns, type: "float32", texts: null, placement: null },
    provider: defaultProvider,
    notes: [howItRan(graph, memory)],
  };
}

function howItRan(graph: Graph | GraphOnDisk, memory: number): string {
  const whole = wholeRunBytes(graph);
  const why = isOnDisk(graph)
    ? `with the graph on disk, because in memory it takes ${sizeText(graphBytes(graph))}, more while it is loaded, and ` +
      `the whole model may take ${sizeText(whole)} beside it`
    : `because as a whole it may take ${sizeText(whole)} beside the graph`;
  return (
    `The model was run layer by layer, ${why}, of ${sizeText(memory)} in all; logits can differ from those of the whole ` +
    "model in the last places."
  );
}

function graphBytes(graph: GraphOnDisk): number {
  return 4 * graph.nodeCount * graph.featureNames.length + (graph.arcs.isWeighted ? 12 : 8) * arcCount(graph);
}

function cutOrNull({ path, bytes }: InspectedModel, { inputs }: Pick<ModelBinding, "inputs">): CutModel | null {
  if (!inputs.every(({ role }) => plainRoles.has(role))) return null;
  try {
    return cutModel(bytes, { name: path });
  } catch (error) {
    if (error instanceof ModelError) return null;
    throw error;
  }
}
