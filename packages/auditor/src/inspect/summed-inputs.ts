import type { onnx as types } from "onnx-proto";

/** Operators that leave a matrix what it is, but for its elements one by one or its diagonal. */
const passing: ReadonlySet<string> = new Set(
  "Identity Cast Squeeze Unsqueeze Reshape Transpose Add Max Min Clip Where ScatterND ScatterElements".split(" "),
);
const sums: ReadonlySet<string> = new Set(["ReduceSum", "ReduceMean"]);

/**
 * Returns the inputs whose rows or columns the model adds up itself before it multiplies with them, as a layer does
 * that computes degrees from an adjacency matrix. In the order of the inputs.
 */
export function summedInputs({ node: nodes, input: inputs }: types.IGraphProto): string[] {
  const origin = new Map((inputs ?? []).map(({ name }) => [name ?? "", new Set([name ?? ""])]));
  const summed = new Set<string>();
  // Nodes stand in the order in which they run.
  for (const { opType, input, output } of nodes ?? []) {
    const from = (input ?? []).flatMap((name) => [...(origin.get(name) ?? [])]);
    if (sums.has(opType ?? "")) for (const name of origin.get(input?.[0] ?? "") ?? []) summed.add(name);
    if (!passing.has(opType ?? "") || from.length === 0) continue;
    for (const name of output ?? []) origin.set(name, new Set(from));
  }
  return (inputs ?? []).map(({ name }) => name ?? "").filter((name) => summed.has(name));
}
