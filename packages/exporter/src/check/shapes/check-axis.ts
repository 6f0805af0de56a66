import { fromFirst, intAttribute } from "../../shapes/operation.js";
import { fixedSize, type Shape, type Size } from "../../shapes/size.js";
import { fault } from "../inference/fault.js";
import type { InferredNode, InferredValue } from "../inference/inferred-value.js";

/** Checks that an axis is one of a tensor of that rank and returns it counted from the first. Throws `ProofError`. */
export function checkAxis(
  node: InferredNode,
  { axis, rank, part = "axis" }: { axis: number; rank: number; part?: string },
): number {
  if (axis >= -rank && axis < rank) return fromFirst(axis, rank);
  const expected = rank === 0 ? "none, of a scalar" : `a number from ${-rank} to ${rank - 1}`;
  throw fault(node, { part, expected, found: `${axis}` });
}

/** As {@link checkAxis}, for the attribute `axis`. */
export function checkAxisAttribute(node: InferredNode, { rank, standard }: { rank: number; standard: number }): number {
  return checkAxis(node, { axis: intAttribute(node, "axis", standard), rank });
}

/**
 * Checks an input that lists axes of a tensor of that rank, each of them once; returns them counted from the first,
 * undefined where they are not in the file. Throws `ProofError`.
 */
export function checkAxes(
  node: InferredNode,
  axes: InferredValue | undefined,
  rank: number,
): readonly number[] | undefined {
  checkVector(node, axes, "axes");
  const listed = axes?.elements?.map((axis) => checkAxis(node, { axis: Number(axis), rank, part: "axes" }));
  if (listed === undefined || new Set(listed).size === listed.length) return listed;
  throw fault(node, { part: "axes", expected: "each once", found: `[${axes!.elements!.join(", ")}]` });
}

/** Checks that an input that lists numbers has one axis. Throws `ProofError`. */
export function checkVector(node: InferredNode, value: InferredValue | undefined, part: string): void {
  const rank = value?.shape?.length;
  if (rank === undefined || rank === 1) return;
  throw fault(node, { part, expected: "a tensor of rank 1", found: `rank ${rank}` });
}

/** Whether two sizes are certainly different. */
export function differ(a: Size, b: Size): boolean {
  return a !== b && fixedSize(a) !== undefined && fixedSize(b) !== undefined;
}

/** The product of the sizes, undefined where one of them is open. */
export function elementCount(shape: Shape | undefined): number | undefined {
  return shape?.reduce((product: number | undefined, size) => {
    const fixed = fixedSize(size);
    return product === undefined || fixed === undefined ? undefined : product * fixed;
  }, 1);
}
