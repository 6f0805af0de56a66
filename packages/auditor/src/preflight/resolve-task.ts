import { ModelError, type Task } from "@evenodds/core";

/**
 * Returns what the columns of a model's output mean: the task that the model records, else the one that is asked for,
 * else `classification`.
 *
 * Throws {@link ModelError} where a model records another task than is asked for, and for other than one output column
 * where the task is not a classification.
 */
export function resolveTask(model: {
  /** Recorded in the model, null where it records none. */
  readonly recorded: Task | null;
  /** What the user says about a model that records no task. */
  readonly asked?: Task | undefined;
  /** Of the output; null where they are not known before the model runs. */
  readonly columns: number | null;
}): Task {
  const { recorded, asked, columns } = model;
  if (recorded !== null && asked !== undefined && recorded !== asked) {
    throw new ModelError({
      argument: "task of the model",
      expected: `${asked}, as requested`,
      found: `${recorded} in its metadata`,
      hint: "leave the flag out: the model knows its task",
    });
  }
  const task = recorded ?? asked ?? "classification";
  if (task !== "classification" && columns !== null && columns !== 1) {
    throw new ModelError({
      argument: "columns of the model's output",
      expected: `1, because the task is ${task}`,
      found: `${columns}`,
      hint: recorded === null ? "leave the flag out: a column per class is a classification" : undefined,
    });
  }
  return task;
}
