import { intsAttribute } from "../../shapes/operation.js";
import { fixedSize } from "../../shapes/size.js";
import { fault } from "../inference/fault.js";
import type { InferredNode } from "../inference/inferred-value.js";
import { writtenShape } from "../inference/written-shape.js";
import { checkAxes, checkVector, elementCount } from "./check-axis.js";
import { checkBroadcast } from "./check-broadcast.js";

/** Checks that the shape of `Expand` broadcasts with the input. Throws `ProofError`. */
export function checkExpand(node: InferredNode): void {
  const [input, shape] = node.operands;
  checkVector(node, shape, "shape");
  checkBroadcast(node, [input?.shape, shape?.elements]);
}

/**
 * Checks that the shape of `Reshape` is one, and holds the elements where their number is fixed. Throws `ProofError`.
 */
export function checkReshape(node: InferredNode): void {
  const [data, shape] = node.operands;
  checkVector(node, shape, "shape");
  if (shape?.elements === undefined) return;
  const wrong = (expected: string) =>
    fault(node, { part: "shape", expected, found: `[${shape.elements!.join(", ")}]` });
  const sizes = shape.elements.map((size) => fixedSize(size) ?? size);
  if (sizes.some((size) => typeof size === "number" && size < -1)) throw wrong("sizes from 0, or -1");
  if (sizes.filter((size) => size === -1).length > 1) throw wrong("at most one -1");
  if (data?.shape === undefined) return;
  const rank = data.shape.length;
  if (sizes.lastIndexOf(0) >= rank) throw wrong(`0 in the place of one of ${rank} axes alone`);
  const elements = elementCount(data.shape);
  const taken = elementCount(
    sizes.flatMap((size, axis) => (size === -1 ? [] : [size === 0 ? data.shape![axis]! : `${size}`])),
  );
  if (elements === undefined || taken === undefined) return;
  const fits = sizes.includes(-1) ? taken !== 0 && elements % taken === 0 : elements === taken;
  if (!fits) throw wrong(`a shape for the ${elements} elements of ${writtenShape(data.shape)}`);
}

/** Checks that `Squeeze` takes away axes that are there and may be of size 1. Throws `ProofError`. */
export function checkSqueeze(node: InferredNode): void {
  const [data, axes] = node.operands;
  if (data?.shape === undefined) return checkVector(node, axes, "axes");
  for (const axis of checkAxes(node, axes, data.shape.length) ?? []) {
    if ((fixedSize(data.shape[axis]) ?? 1) === 1) continue;
    throw fault(node, { expected: `size 1 along axis ${axis}`, found: writtenShape(data.shape) });
  }
}

/** Checks that `Unsqueeze` puts axes at places that the result has. Throws `ProofError`. */
export function checkUnsqueeze(node: InferredNode): void {
  const [data, axes] = node.operands;
  if (data?.shape === undefined) return checkVector(node, axes, "axes");
  checkAxes(node, axes, data.shape.length + (axes?.elements?.length ?? 0));
}

/** Checks that the attribute `perm` of `Transpose` is an order of all axes. Throws `ProofError`. */
export function checkTranspose(node: InferredNode): void {
  const shape = node.operands[0]?.shape;
  const perm = intsAttribute(node, "perm");
  if (shape === undefined || perm === undefined) return;
  const isOrder = perm.length === shape.length && shape.every((_, axis) => perm.includes(axis));
  if (isOrder) return;
  const expected = `each of 0 to ${shape.length - 1} once`;
  throw fault(node, { part: 'attribute "perm"', expected, found: `[${perm.join(", ")}]` });
}
