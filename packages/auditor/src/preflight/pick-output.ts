import { contract } from "@evenodds/core";
import type { ModelDescription, TensorDescription } from "../inspect/model-description.js";

const scoreTypes: ReadonlySet<string> = new Set(["float32", "float16", "float64"]);
const idTypes: ReadonlySet<string> = new Set(
  "int64 int32 int16 int8 uint8 uint16 uint32 uint64 bool string".split(" "),
);

type Outputs = Pick<ModelDescription, "outputs" | "zippedOutputs" | "columnOutputs" | "classLabels">;

/**
 * Returns the output that is read: scores of floating-point numbers, `[N, C]`, `[1, N, C]` or `[N]`, or a list of maps
 * of them, called `logits` or the only ones; else, where no output has scores of any form, class ids `[N]` or `[N, 1]`.
 * Undefined where there is none or more than one.
 */
export function pickOutput(description: Outputs): TensorDescription | undefined {
  const readable = readableOutputs(description);
  const named = description.outputs.find(({ name }) => name === contract.logits);
  if (named !== undefined) return readable.find(({ name }) => name === contract.logits);
  const scores = readable.filter((tensor) => !isIds(tensor));
  if (scores.length > 0) return scores.length === 1 ? scores[0] : undefined;
  return readable.length === 1 ? readable[0] : undefined;
}

/**
 * Returns the outputs that can be read. A list of maps stands there as the matrix that it was made of, and outputs that
 * are the columns of a matrix as that.
 */
export function readableOutputs(description: Outputs): readonly TensorDescription[] {
  const { outputs, zippedOutputs, columnOutputs, classLabels } = description;
  return outputs.flatMap((tensor) => {
    const matrix = columnOutputs.find((one) => one.outputs.includes(tensor.name));
    if (matrix !== undefined) {
      const shape = [tensor.shape?.[0] ?? "?", matrix.outputs.length];
      return matrix.outputs[0] === tensor.name ? [{ name: matrix.tensor, type: tensor.type, shape }] : [];
    }
    if (zippedOutputs.some(({ output }) => output === tensor.name)) {
      const columns = classLabels.find(({ output }) => output === tensor.name)?.names.length ?? "?";
      return [{ name: tensor.name, type: "float32", shape: ["?", columns] }];
    }
    return isReadable(tensor) ? [tensor] : [];
  });
}

/** Whether an output has scores or class ids. */
export function isReadable(tensor: TensorDescription): boolean {
  return isScores(tensor) || isIds(tensor);
}

/** Whether an output has a class id per node. */
export function isIds({ type, shape }: TensorDescription): boolean {
  return idTypes.has(type) && (shape === null || shape.length === 1 || (shape.length === 2 && shape[1] === 1));
}

function isScores({ type, shape }: TensorDescription): boolean {
  if (!scoreTypes.has(type)) return false;
  if (shape === null || shape.length === 1 || shape.length === 2) return true;
  return shape.length === 3 && (typeof shape[0] !== "number" || shape[0] === 1);
}
