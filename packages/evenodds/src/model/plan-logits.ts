import { rowsOf, runPlan, type RowSource } from "@evenodds/auditor";
import type { Graph } from "@evenodds/core";
import { withScratchFolder } from "@evenodds/data";
import type { CutModel } from "@evenodds/exporter";

/**
 * Returns what a model that was cut gives on a graph in memory, `[N, C]`, step by step: values of nodes are in a folder
 * that is gone afterwards, and at most `memory` bytes of them in memory.
 */
export function planLogits(
  cut: CutModel,
  { features, featureNames, source, target, edgeWeight }: Graph,
  { memory }: { readonly memory: number },
): Promise<Float32Array> {
  return withScratchFolder((folder) =>
    runPlan(
      cut,
      { features: rowsOf(features, featureNames.length), arcs: [{ source, target, weight: edgeWeight }] },
      { folder, memory, use: allRows },
    ),
  );
}

function allRows(rows: RowSource): Float32Array {
  const values = new Float32Array(rows.rows * rows.columns);
  rows.read(0, values);
  return values;
}
