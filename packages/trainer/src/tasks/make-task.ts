import { UsageError, type NodeTable, type Split } from "@evenodds/core";
import type { TrainingOptions } from "../training/training-options.js";
import { binary } from "./binary.js";
import { classification } from "./classification.js";
import { regression } from "./regression.js";
import type { TaskLossName } from "./task-loss-names.js";
import type { TrainingTask } from "./training-task.js";

interface TaskContext {
  readonly options: TrainingOptions;
  readonly split: Split;
}

/** What a loss is of. */
interface LossDefinition {
  /** The label that it needs, in words. */
  readonly label: string;
  readonly fits: (nodes: NodeTable) => boolean;
  readonly task: (nodes: NodeTable, context: TaskContext) => TrainingTask;
}

const losses: Readonly<Record<TaskLossName, LossDefinition>> = {
  "cross-entropy": {
    label: "a label of classes",
    fits: ({ target }) => target === undefined,
    task: ({ label, classes }, { options }) => {
      const noneColumn = options.mode === "official" && label.some((y) => y < 0);
      return classification(label, { classCount: classes.length, noneColumn });
    },
  },
  "binary-cross-entropy": {
    label: "a label of two classes",
    fits: ({ target, classes }) => target === undefined && classes.length === 2,
    task: ({ label }) => binary(label),
  },
  "squared-error": {
    label: "a numeric label",
    fits: ({ target }) => target !== undefined,
    task: ({ target }, { split }) => regression(target!.value, split),
  },
};

/**
 * Returns the task of a run. In official mode a classification with unlabelled nodes has a `None` column. Throws
 * {@link UsageError} where the loss does not fit the label.
 */
export function makeTask(nodes: NodeTable, context: TaskContext): TrainingTask {
  const name = context.options.taskLoss ?? (nodes.target === undefined ? "cross-entropy" : "squared-error");
  const loss = losses[name];
  if (loss.fits(nodes)) return loss.task(nodes, context);
  throw new UsageError({ argument: `‘taskLoss’ ${name}`, expected: loss.label, found: labelText(nodes, name) });
}

function labelText({ target, classes, labelName }: NodeTable, loss: TaskLossName): string {
  if (target !== undefined) return `the number ${labelName}`;
  return loss === "binary-cross-entropy" ? `${classes.length} classes` : `the classes of ${labelName}`;
}
