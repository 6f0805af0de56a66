import { decideOutput, type DecidedOutput } from "../inspect/output-kind/decide-output.js";
import { forColumns } from "../inspect/output-kind/graph-evidence.js";
import type { OutputMeaning } from "../inspect/output-kind/output-kind.js";
import { lookAt } from "../inspect/output-kind/values-seen.js";
import type { ModelDescription } from "../inspect/model-description.js";
import type { ModelBinding } from "../preflight/bind-model.js";
import type { ModelRun } from "../session/model-session.js";

/**
 * Decides what the output of a model means that was run: see {@link decideOutput}. `classes` are those of the graph, or
 * of the model where the graph has none.
 */
export function decideRun(
  { columns, type, texts, values }: ModelRun,
  options: {
    readonly description: ModelDescription;
    readonly binding: Pick<ModelBinding, "output">;
    readonly asked: OutputMeaning | undefined;
    readonly classes: readonly string[];
  },
): DecidedOutput {
  const { description, binding, asked, classes } = options;
  const { name } = binding.output;
  // Every output is described.
  const { graph } = description.outputMeanings.find(({ output }) => output === name)!;
  return decideOutput({
    recorded: description.metadata.task,
    asked,
    evidence: forColumns(graph, columns),
    seen: texts === null ? lookAt(values, { columns, type }) : null,
    columns,
    classes,
  });
}
