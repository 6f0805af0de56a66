import { hashGraph } from "@evenodds/core";
import { openEngine, plannedRuns, train, type FinishedRun, type SweepPlan, type TrainingData } from "@evenodds/trainer";
import { finishedRecord } from "@evenodds/trainer/internal";
import { learnableGraph } from "../../support/tiny-graphs.js";

/** A small graph as training takes it. */
export function tinyData(options: Parameters<typeof learnableGraph>[0] = {}): TrainingData {
  const { graph, nodes } = learnableGraph(options);
  return { graph, nodes, name: "tiny", sha256: hashGraph(graph, nodes) };
}

/** Options of runs that take a moment. */
export const quickly = { sensitive: "group", hidden: 8, epochs: 6, lambda: 1 } as const;

/** Trains the runs of a plan one after another in this thread. */
export async function trainHere(data: TrainingData, plan: SweepPlan, engineName = "wasm"): Promise<FinishedRun[]> {
  const engine = await openEngine(engineName);
  const records: FinishedRun[] = [];
  for (const run of plannedRuns(plan)) {
    const result = await train(data, run.options, { engine });
    records.push(finishedRecord(run, result, { data, engine: engine.description }));
  }
  return records;
}
