import { ModelError, type NodeTable, type Task } from "@evenodds/core";
import { listNames } from "./list-names.js";

/**
 * Throws {@link ModelError} with both sides for a regression on a graph whose label is a class, and for a classifier on
 * one whose label is a number. A graph without a label fits either.
 */
export function checkLabelKind(
  { classes, labelName, target }: Pick<NodeTable, "classes" | "labelName" | "target">,
  model: {
    readonly task: Task;
    /** Recorded in the model, null where it records none. */
    readonly recorded: Task | null;
    /** Of the output; null where they are not known before the model runs. */
    readonly columns: number | null;
  },
): void {
  const argument = `label ${JSON.stringify(labelName)} of the graph`;
  if (model.task === "regression") {
    if (target !== undefined || classes.length === 0) return;
    throw new ModelError({
      argument,
      expected: "numbers, because the model is a regression",
      found: `classes (${listNames(classes, { most: 4 })})`,
      hint: "if they are numbers, say numeric: true, under nodes.label in a graph card; if not, take a classifier",
    });
  }
  if (target === undefined) return;
  const mayBeRegression = model.task === "classification" && model.recorded === null && model.columns === 1;
  throw new ModelError({
    argument,
    expected: "classes, because the model is a classifier",
    found: "numbers (numeric: true)",
    hint: mayBeRegression
      ? "if the one column of the model is the predicted number, add ‘outputKind: number’"
      : "take a model that was trained on the number, or a graph card whose label is a column of classes",
  });
}
