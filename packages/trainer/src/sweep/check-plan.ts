import { splitForTraining, trainingAttribute } from "../training/split-for-training.js";
import type { TrainingData } from "../training/training-data.js";
import { makeTask } from "../tasks/make-task.js";
import { plannedRuns, type SweepPlan } from "./plan-sweep.js";

/**
 * Checks that data and plan fit before anything is trained or written: attributes exist, splits have nodes in every
 * part, the loss fits the label. Throws `InputError` or `UsageError` as `train` would. What only a run can show is
 * recorded as failed.
 */
export function checkPlan({ nodes }: TrainingData, plan: SweepPlan): void {
  const [seed] = plan.seeds;
  for (const { options } of plannedRuns({ settings: plan.settings, seeds: [seed!] })) {
    trainingAttribute(nodes, options);
    makeTask(nodes, { options, split: splitForTraining(nodes, options) });
  }
}
