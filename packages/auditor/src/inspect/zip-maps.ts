import type { onnx as types } from "onnx-proto";

/** An output that is a list of maps from class to score, and the matrix that they were made of. */
export interface ZippedOutput {
  readonly output: string;
  /** Name of the tensor `[N, C]` inside the model. */
  readonly tensor: string;
}

/** Returns the outputs that a `ZipMap` makes, as converters of scikit-learn and CatBoost end their files. */
export function zippedOutputs({ node: nodes, output: outputs }: types.IGraphProto): ZippedOutput[] {
  const names = new Set((outputs ?? []).map(({ name }) => name));
  return (nodes ?? []).filter(isZipMap).flatMap(({ input, output }) => {
    const [[tensor = ""], [made = ""]] = [input ?? [], output ?? []];
    return tensor !== "" && names.has(made) ? [{ output: made, tensor }] : [];
  });
}

/** Whether a node makes a list of maps. */
export function isZipMap({ domain, opType }: types.INodeProto): boolean {
  return domain === "ai.onnx.ml" && opType === "ZipMap";
}
