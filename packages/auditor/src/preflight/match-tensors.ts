import { ModelError } from "@evenodds/core";
import { formatTensors } from "../inspect/describe-tensor.js";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";

/** Which tensors of a model play the parts of the deployed-model contract. */
export interface MatchedTensors {
  readonly x: TensorDescription;
  readonly edgeIndex: TensorDescription;
  readonly output: TensorDescription;
}

const wantedInputs = "inputs x float32[N, F], edge_index int64[2, E]";
const wantedOutput = "output logits float32[N, C]";

/**
 * Finds node features, arcs and logits among the inputs and outputs of a model: by the usual names `x`, `edge_index` and
 * `logits`, or else as the only tensor of that type and rank. Indices may be int32. Unstated shapes are taken on trust
 * and checked when the model has run. Throws {@link ModelError} with both sides where there is no such tensor.
 */
export function matchTensors({ inputs, outputs }: ModelDescription): MatchedTensors {
  const x = pick(inputs, { name: "x", fits: (tensor) => tensor.type === "float32" && isMatrix(tensor) });
  const edgeIndex = pick(inputs, { name: "edge_index", fits: isEdgeIndex });
  if (inputs.length !== 2 || x === undefined || edgeIndex === undefined) {
    throw new ModelError({
      argument: "model",
      expected: wantedInputs,
      found: formatTensors(inputs),
      hint: "export the model with these two inputs, or audit a file of its predictions",
    });
  }
  const output = pick(outputs, { name: "logits", fits: (tensor) => tensor.type === "float32" && isMatrix(tensor) });
  if (output === undefined) {
    throw new ModelError({
      argument: "model",
      expected: wantedOutput,
      found: formatTensors(outputs),
      hint: outputs.some(isFlat)
        ? "export the output with its column, [N, 1], without a squeeze or a flattening view"
        : "export one score per class, or audit a file of predictions",
    });
  }
  return { x, edgeIndex, output };
}

/** Returns the number of columns of the output, null where the model does not fix it. Throws as {@link matchTensors}. */
export function outputColumns(description: ModelDescription): number | null {
  const columns = matchTensors(description).output.shape?.[1];
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

function isMatrix({ shape }: TensorDescription): boolean {
  return shape === null || shape.length === 2;
}

/** Losses on one logit want `[N]`, so many models drop the column at their end. */
function isFlat({ type, shape }: TensorDescription): boolean {
  return type === "float32" && shape?.length === 1;
}

function isEdgeIndex(tensor: TensorDescription): boolean {
  const [rows, columns] = tensor.shape ?? [];
  const isTransposed = rows !== 2 && columns === 2;
  const hasTwoRows = typeof rows !== "number" || rows === 2;
  return ["int64", "int32"].includes(tensor.type) && isMatrix(tensor) && hasTwoRows && !isTransposed;
}
