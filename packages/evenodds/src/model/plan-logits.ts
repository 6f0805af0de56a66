import { rowsOf, runPlan, type PlanInputs, type RowSource } from "@evenodds/auditor";
import { isOnDisk, type Graph, type GraphOnDisk } from "@evenodds/core";
import { withScratchFolder } from "@evenodds/data";
import type { CutModel } from "@evenodds/exporter";

/**
 * Returns what a model that was cut gives on a graph, `[N, C]`, step by step: values of nodes are in a folder that is
 * gone afterwards, and at most `memory` bytes of them in memory. The bits are the same wherever the graph is.
 */
export function planLogits(
  cut: CutModel,
  graph: Graph | GraphOnDisk,
  { memory }: { readonly memory: number },
): Promise<Float32Array> {
  return withScratchFolder((folder) => runPlan(cut, planInputs(graph), { folder, memory, use: allRows }));
}

function planInputs(graph: Graph | GraphOnDisk): PlanInputs {
  if (isOnDisk(graph)) return { features: graph.rows, arcs: graph.arcs };
  const { features, featureNames, source, target, edgeWeight } = graph;
  return { features: rowsOf(features, featureNames.length), arcs: [{ source, target, weight: edgeWeight }] };
}

function allRows(rows: RowSource): Float32Array {
  const values = new Float32Array(rows.rows * rows.columns);
  rows.read(0, values);
  return values;
}
