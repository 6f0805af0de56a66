import { fixedSize, type Shape } from "../../shapes/size.js";
import { fault } from "../inference/fault.js";
import type { InferredNode } from "../inference/inferred-value.js";
import { writtenShape } from "../inference/written-shape.js";
import { checkAxes, checkAxisAttribute, checkVector, differ } from "./check-axis.js";

/** Checks that the inputs of `Concat` have the same axes and, but for the one they are put together along, sizes. */
export function checkConcat(node: InferredNode): void {
  const known = node.operands
    .flatMap((operand) => operand?.shape && [operand.shape])
    .filter((shape) => shape !== undefined);
  const [first] = known;
  if (first === undefined) return;
  const along = checkAxisAttribute(node, { rank: first.length, standard: 0 });
  for (const shape of known) {
    const found = `${writtenShape(first)} and ${writtenShape(shape)}`;
    if (shape.length !== first.length) throw fault(node, { expected: "inputs of one rank", found });
    const wrong = shape.findIndex((size, axis) => axis !== along && differ(size, first[axis]!));
    if (wrong >= 0) throw fault(node, { expected: `inputs of one size along axis ${wrong}`, found });
  }
}

/** Checks the axis of `Gather`, and indices that are in the file against the size along it. Throws `ProofError`. */
export function checkGather(node: InferredNode): void {
  const [data, indices] = node.operands;
  if (data?.shape === undefined) return;
  const size = fixedSize(data.shape[checkAxisAttribute(node, { rank: data.shape.length, standard: 0 })]);
  if (size === undefined) return;
  const outside = indices?.elements?.find((element) => {
    const index = fixedSize(element);
    return index !== undefined && (index < -size || index >= size);
  });
  if (outside === undefined) return;
  throw fault(node, { part: "indices", expected: `numbers from ${-size} to ${size - 1}`, found: outside });
}

/**
 * Checks that the inputs of `ScatterElements` have as many axes, and one index for each update. Throws `ProofError`.
 */
export function checkScatter(node: InferredNode): void {
  const [data, indices, updates] = node.operands.map((operand) => operand?.shape);
  if (data !== undefined) checkAxisAttribute(node, { rank: data.length, standard: 0 });
  if (indices === undefined) return;
  const wrong = (part: string, expected: string, found: Shape) =>
    fault(node, { part, expected, found: writtenShape(found) });
  if (data !== undefined && data.length !== indices.length) {
    throw wrong("indices", `${data.length} axes, as data ${writtenShape(data)}`, indices);
  }
  if (updates === undefined) return;
  const isOther = updates.length !== indices.length || updates.some((size, axis) => differ(size, indices[axis]!));
  if (isOther) throw wrong("updates", `the shape of indices, ${writtenShape(indices)}`, updates);
}

/** Checks that the bounds of `Slice` are lists of one length for axes that are there. Throws `ProofError`. */
export function checkSlice(node: InferredNode): void {
  const [data, ...bounds] = node.operands;
  const parts = ["starts", "ends", "axes"];
  bounds.forEach((bound, i) => checkVector(node, bound, parts[i]!));
  const lengths = bounds.flatMap((bound) => bound?.shape ?? []);
  const other = lengths.findIndex((length) => differ(length, lengths[0]!));
  if (other >= 0) {
    throw fault(node, { part: parts[other]!, expected: `${lengths[0]} numbers, as starts`, found: lengths[other]! });
  }
  if (data?.shape !== undefined) checkAxes(node, bounds[2], data.shape.length);
}

/** Checks the axis of `TopK`, and that k is one number that is not above a fixed size along it. Throws `ProofError`. */
export function checkTopK(node: InferredNode): void {
  const [x, k] = node.operands;
  if (k?.shape !== undefined && (k.shape.length !== 1 || differ(k.shape[0]!, "1"))) {
    throw fault(node, { part: "k", expected: "one number in a tensor of rank 1", found: writtenShape(k.shape) });
  }
  if (x?.shape === undefined) return;
  const size = x.shape[checkAxisAttribute(node, { rank: x.shape.length, standard: -1 })];
  const [most, wanted] = [fixedSize(size), fixedSize(k?.elements?.[0])];
  if (most === undefined || wanted === undefined || wanted <= most) return;
  throw fault(node, { part: "k", expected: `at most ${most}`, found: `${wanted}` });
}
