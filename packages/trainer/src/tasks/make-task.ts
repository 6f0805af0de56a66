import { UsageError, type NodeTable, type Split } from "@evenodds/core";
import type { TrainingOptions } from "../training/options.js";
import { binary } from "./binary.js";
import { classification } from "./classification.js";
import { regression } from "./regression.js";
import type { TaskLossName } from "./task-losses.js";
import type { TrainingTask } from "./training-task.js";

/**
 * Returns the task of a run. In official mode a classification with unlabelled nodes has a `None` column. Throws
 * {@link UsageError} where the loss does not fit the label.
 */
export function makeTask(
  nodes: NodeTable,
  { options, split }: { readonly options: TrainingOptions; readonly split: Split },
): TrainingTask {
  const { label, classes, target } = nodes;
  const loss = options.taskLoss ?? (target === undefined ? "cross-entropy" : "squared-error");
  if ((loss === "squared-error") !== (target !== undefined)) {
    throw misfit(loss, target === undefined ? `the classes of ${nodes.labelName}` : `the number ${nodes.labelName}`);
  }
  if (target !== undefined) return regression(target.value, split);
  if (loss === "cross-entropy") {
    const noneColumn = options.mode === "official" && label.some((y) => y < 0);
    return classification(label, { classCount: classes.length, noneColumn });
  }
  if (classes.length !== 2) throw misfit(loss, `${classes.length} classes`);
  return binary(label);
}

const labelKinds = {
  "cross-entropy": "a label of classes",
  "binary-cross-entropy": "a label of two classes",
  "squared-error": "a numeric label",
} as const;

function misfit(loss: TaskLossName, found: string): UsageError {
  return new UsageError({ argument: `--task-loss ${loss}`, expected: labelKinds[loss], found });
}
