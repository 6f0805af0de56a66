import { mkdtemp, rm, mkdir, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { rowsOf, runPlan } from "@evenodds/auditor";
import type { TrainedModel } from "@evenodds/core";
import { cutModel, exportModel } from "@evenodds/exporter";
import { loadOnnx } from "../../exporter/support/run-onnx.js";
import type { TestGraph } from "./random-graph.js";

/** A plan on disk, and what it gives on one machine. */
export interface WrittenPlan {
  readonly folder: string;
  /** Of the plan, `[N, C]`, in the order of ids. */
  readonly logits: Float32Array;
  /** Of the whole model. */
  readonly whole: Float32Array;
}

/** Cuts a model, writes the plan to a folder, and runs both on one machine. */
export async function writePlan(
  model: TrainedModel,
  {
    graph,
    weighted = false,
    folder,
  }: { readonly graph: TestGraph; readonly weighted?: boolean; readonly folder: string },
): Promise<WrittenPlan> {
  const bytes = exportModel(model, { edgeWeights: weighted });
  const cut = cutModel(bytes);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "plan.json"), JSON.stringify(cut.plan));
  for (const [name, content] of cut.files) await writeFile(join(folder, name), content);
  const { source, target, weight, columns } = graph;
  const scratch = await mkdtemp(join(tmpdir(), "evenodds-plan-"));
  const arcs = [{ source, target, ...(weighted ? { weight } : {}) }];
  const logits = await runPlan(
    cut,
    { features: rowsOf(graph.x, columns), arcs },
    {
      ...{ folder: scratch, memory: 64e6 },
      use: (rows) => {
        const all = new Float32Array(rows.rows * rows.columns);
        rows.read(0, all);
        return all;
      },
    },
  );
  await rm(scratch, { recursive: true });
  const run = await loadOnnx(bytes);
  const whole = await run({
    ...{ nodeCount: graph.ids.length, source, target, features: graph.x, nodeIds: graph.ids },
    featureNames: model.featureNames,
    ...(weighted ? { edgeWeight: weight } : {}),
  });
  return { folder, logits: byId(graph, logits), whole: byId(graph, whole) };
}

/** Returns rows of nodes in the order of the bytes of their ids. */
function byId({ ids }: TestGraph, rows: Float32Array): Float32Array {
  const columns = rows.length / ids.length;
  const order = ids.map((id, n) => ({ id: Buffer.from(id), n })).sort((a, b) => a.id.compare(b.id));
  const sorted = new Float32Array(rows.length);
  order.forEach(({ n }, place) => sorted.set(rows.subarray(n * columns, (n + 1) * columns), place * columns));
  return sorted;
}
