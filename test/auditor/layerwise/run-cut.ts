import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rowsOf, runPlan, type ArcBatches } from "@evenodds/auditor";
import type { Graph } from "@evenodds/core";
import type { CutModel } from "@evenodds/exporter";

/** Runs a plan on a graph in memory and returns its logits. Throws where a file is left in the folder afterwards. */
export async function runCut(
  cut: Pick<CutModel, "plan" | "files">,
  graph: Graph,
  { memory = 1e9, batches }: { readonly memory?: number; readonly batches?: ArcBatches } = {},
): Promise<Float32Array> {
  const folder = mkdtempSync(join(tmpdir(), "evenodds-test-layers-"));
  const { features, featureNames, source, target, edgeWeight } = graph;
  try {
    return await runPlan(
      cut,
      {
        features: rowsOf(features, featureNames.length),
        arcs: batches ?? [{ source, target, weight: edgeWeight }],
      },
      {
        folder,
        memory,
        use: (logits) => {
          const values = new Float32Array(logits.rows * logits.columns);
          logits.read(0, values);
          return values;
        },
      },
    );
  } finally {
    const left = readdirSync(folder);
    rmSync(folder, { recursive: true });
    // It is the error of the run itself that is to be seen, where there is one.
    if (left.length > 0) process.emitWarning(`left in the folder of a plan: ${left.join(", ")}`);
  }
}

/** Bytes as text, so that floats are equal only where their bits are. */
export function bitsOf(values: Float32Array): string {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString("hex");
}
