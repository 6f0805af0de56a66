import { contract, ModelError } from "@evenodds/core";
import { formatTensors } from "../inspect/describe-tensor.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";

/** Which tensors of a model play the parts of the deployed-model contract. */
export interface MatchedTensors {
  readonly x: TensorDescription;
  readonly edgeIndex: TensorDescription;
  /** Undefined where the model takes no weights of arcs. */
  readonly edgeWeight: TensorDescription | undefined;
  readonly output: TensorDescription;
}

const wantedInputs = `inputs ${contract.x} float32[N, F], ${contract.edgeIndex} int64[2, E]`;
const orWeighted = ` (and ${contract.edgeWeight} float32[E])`;
const wantedOutput = `output ${contract.logits} float32[N, C]`;
const scoreTypes: ReadonlySet<string> = new Set(["float32", "float16", "float64"]);
const idTypes: ReadonlySet<string> = new Set(
  "int64 int32 int16 int8 uint8 uint16 uint32 uint64 bool string".split(" "),
);

/**
 * Finds node features, arcs and logits among the inputs and outputs of a model: by the usual names `x`, `edge_index`
 * and `logits`, or else as the only tensor of that type and rank. Weights of arcs are an input `edge_weight`, by that
 * name alone. Indices may be int32, scores float16 or float64;
 * class ids in place of scores are for callers that ask for them with `ids`. Unstated shapes are taken on trust and
 * checked when the model has run. Throws {@link ModelError} with both sides where there is no such tensor.
 */
export function matchTensors(
  description: ModelDescription,
  { ids = false }: { readonly ids?: boolean | undefined } = {},
): MatchedTensors {
  const { outputs } = description;
  const inputs = matchInputs(description);
  const output = pickOutput(outputs);
  if (output === undefined || (!ids && isIds(output))) {
    throw new ModelError({
      argument: "model",
      expected: wantedOutput,
      found: formatTensors(outputs),
      hint: outputHint(outputs),
    });
  }
  return { ...inputs, output };
}

/**
 * Returns the inputs of a model as {@link matchTensors} finds them, whatever its outputs are. Throws
 * {@link ModelError}.
 */
export function matchInputs({ inputs }: Pick<ModelDescription, "inputs">): Omit<MatchedTensors, "output"> {
  const x = pick(inputs, { name: contract.x, fits: (tensor) => tensor.type === "float32" && isMatrix(tensor) });
  const edgeIndex = pick(inputs, { name: contract.edgeIndex, fits: isEdgeIndex });
  const edgeWeight = inputs.find((tensor) => tensor.name === contract.edgeWeight && isWeight(tensor));
  const wanted = edgeWeight === undefined ? 2 : 3;
  if (inputs.length !== wanted || x === undefined || edgeIndex === undefined) {
    throw new ModelError({
      argument: "model",
      expected: inputs.length > 2 ? wantedInputs + orWeighted : wantedInputs,
      found: formatTensors(inputs),
      hint: "export the model with these inputs, or audit a file of its predictions",
    });
  }
  return { x, edgeIndex, edgeWeight };
}

/**
 * Returns the output that is read: scores of floating-point numbers, `[N, C]`, called `logits` or the only ones; else,
 * where no output has scores of any form, class ids `[N]` or `[N, 1]`. Undefined where there is none or more than one.
 */
export function pickOutput(outputs: readonly TensorDescription[]): TensorDescription | undefined {
  const isScores = (tensor: TensorDescription) => scoreTypes.has(tensor.type) && isMatrix(tensor);
  const named = outputs.find(({ name }) => name === contract.logits);
  if (named !== undefined) return isScores(named) || isIds(named) ? named : undefined;
  const scores = outputs.filter(isScores);
  if (scores.length > 0) return scores.length === 1 ? scores[0] : undefined;
  const ids = outputs.filter(isIds);
  return ids.length === 1 && outputs.length === 1 ? ids[0] : undefined;
}

/**
 * Returns the number of columns of the output, 1 for class ids, null where the model does not fix it. Throws as
 * {@link matchTensors}.
 */
export function outputColumns(
  description: ModelDescription,
  options: { readonly ids?: boolean | undefined } = {},
): number | null {
  const { output } = matchTensors(description, options);
  if (isIds(output)) return 1;
  const columns = output.shape?.[1];
  return typeof columns === "number" ? columns : null;
}

function pick(
  tensors: readonly TensorDescription[],
  { name, fits }: { readonly name: string; readonly fits: (tensor: TensorDescription) => boolean },
): TensorDescription | undefined {
  const candidates = tensors.filter(fits);
  const named = tensors.find((tensor) => tensor.name === name);
  if (named !== undefined) return fits(named) ? named : undefined;
  return candidates.length === 1 ? candidates[0] : undefined;
}

function isIds({ type, shape }: TensorDescription): boolean {
  return idTypes.has(type) && (shape === null || shape.length === 1 || (shape.length === 2 && shape[1] === 1));
}

function outputHint(outputs: readonly TensorDescription[]): string {
  if (outputs.some(({ type }) => type.includes("("))) {
    return "a list of maps, as ZipMap makes it, is not a tensor: export the scores as a tensor (zipmap=False), or audit a file of predictions";
  }
  if (outputs.some(isFlat)) return "export the output with its column, [N, 1], without a squeeze or a flattening view";
  return "export one score per class, or audit a file of predictions";
}

function isMatrix({ shape }: TensorDescription): boolean {
  return shape === null || shape.length === 2;
}

/** Losses on one logit want `[N]`, so many models drop the column at their end. */
function isFlat({ type, shape }: TensorDescription): boolean {
  return scoreTypes.has(type) && shape?.length === 1;
}

function isWeight({ type, shape }: TensorDescription): boolean {
  return type === "float32" && (shape === null || shape.length === 1);
}

function isEdgeIndex(tensor: TensorDescription): boolean {
  const [rows, columns] = tensor.shape ?? [];
  const isTransposed = rows !== 2 && columns === 2;
  const hasTwoRows = typeof rows !== "number" || rows === 2;
  return ["int64", "int32"].includes(tensor.type) && isMatrix(tensor) && hasTwoRows && !isTransposed;
}
