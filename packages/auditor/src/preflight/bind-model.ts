import { ModelError, suggest, UsageError } from "@evenodds/core";
import { formatTensors } from "../inspect/describe-tensor.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";
import { bindInputs, type BoundInput, type InputMap } from "./bind-inputs.js";
import { isIds, isReadable, pickOutput, readableOutputs } from "./pick-output.js";

/** What the inputs of a model are given, and which output is read. */
export interface ModelBinding {
  /** In the order of the model's inputs. */
  readonly inputs: readonly BoundInput[];
  /** As it is read: a list of maps as the matrix that it was made of. */
  readonly output: TensorDescription;
}

/** What a caller says of inputs and outputs. */
export interface BindingOptions {
  /** What inputs are given whose name and form do not tell. */
  readonly map?: InputMap | undefined;
  /** The output that is read, of several. */
  readonly output?: string | undefined;
}

/**
 * Returns what the inputs of a model are given, see {@link bindInputs}, and the output that is read: the one that
 * `output` names, else as {@link pickOutput} chooses.
 *
 * Throws {@link ModelError} where nothing tells, {@link UsageError} where `map` or `output` do not fit.
 */
export function bindModel(description: ModelDescription, { map, output }: BindingOptions = {}): ModelBinding {
  return { inputs: bindInputs(description, map), output: bindOutput(description, output) };
}

/** Returns the output that is read. Throws as {@link bindModel}. */
export function bindOutput(description: ModelDescription, name?: string): TensorDescription {
  const { outputs } = description;
  const readable = readableOutputs(description);
  if (name !== undefined) {
    // One of several columns can be named too.
    const chosen = [...readable, ...outputs.filter(isReadable)].find((tensor) => tensor.name === name);
    if (chosen !== undefined) return chosen;
    const exists = outputs.some((tensor) => tensor.name === name);
    throw new UsageError({
      argument: "‘output’",
      expected: "an output with scores, a column per class, or with class ids",
      found: exists ? formatTensors(outputs.filter((tensor) => tensor.name === name)) : JSON.stringify(name),
      hint: suggest(
        name,
        readable.map((tensor) => tensor.name),
      ),
    });
  }
  const picked = pickOutput(description);
  if (picked !== undefined) return picked;
  const several = readable.length > 1;
  throw new ModelError({
    argument: "model",
    expected: several
      ? "one output with scores, or one called logits"
      : "an output with scores or class ids, float32[N, C] or int64[N]",
    found: formatTensors(outputs),
    hint: several
      ? `say which one is read with ‘output’ ${readable.map((tensor) => tensor.name).join(", ")}` +
        (readable.filter(isSingle).length > 1
          ? "; if each is the score of a class, export them as one matrix [N, C]"
          : "")
      : "export one score per class, or audit a file of predictions",
  });
}

function isSingle(tensor: TensorDescription): boolean {
  return !isIds(tensor) && outputColumns(tensor) === 1;
}

/**
 * Returns the number of columns of an output, 1 for class ids and for one score per node, null where the model does not
 * fix it.
 */
export function outputColumns(output: TensorDescription): number | null {
  const { shape } = output;
  if (isIds(output) || shape?.length === 1) return 1;
  const columns = shape?.at(-1);
  return typeof columns === "number" ? columns : null;
}
