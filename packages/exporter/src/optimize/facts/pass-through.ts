import { fixedSize } from "../../shapes/size.js";
import type { Fact, Origin } from "./fact.js";

/**
 * Returns the operand that a node passes on unchanged, as exporters write many: a reshape to the shape that is there, a
 * slice of everything, the maximum of one tensor.
 */
export function passedOn({ operator, operands }: Origin): Fact | undefined {
  const [first, second, third] = operands;
  if (first === undefined) return undefined;
  switch (operator) {
    case "Identity":
      return first;
    case "Max":
    case "Min":
    case "Sum":
    case "Mean":
    case "Concat":
      return operands.length === 1 ? first : undefined;
    case "Expand":
      return sameSizes(first.shape, second?.elements) ? first : undefined;
    case "Reshape":
      return reshapesToItself(first, second) ? first : flattenedColumn(first, second);
    case "Squeeze":
      return first.origin?.operator === "Column" && ["1", "-1"].includes(second?.elements?.join() ?? "")
        ? first.origin.operands[0]
        : undefined;
    case "Slice":
      return slicesAll(operands, third) ? first : undefined;
    default:
      return undefined;
  }
}

/** Returns the vector that a node makes a column `[n, 1]` of. */
export function columnOf({ operator, operands }: Origin): Fact | undefined {
  const [first, second] = operands;
  const text = second?.elements?.join();
  if (first?.shape?.length !== 1 || text === undefined) return undefined;
  const isColumn =
    (operator === "Reshape" && (text === "-1,1" || text === `${first.shape[0]},1`)) ||
    (operator === "Unsqueeze" && (text === "1" || text === "-1"));
  return isColumn ? first : undefined;
}

function sameSizes(shape: Fact["shape"], sizes: Fact["elements"]): boolean {
  return shape !== undefined && sizes !== undefined && shape.join() === sizes.join();
}

function reshapesToItself({ shape }: Fact, to: Fact | undefined): boolean {
  return sameSizes(shape, to?.elements) || (shape?.length === 1 && to?.elements?.join() === "-1");
}

function flattenedColumn({ origin }: Fact, to: Fact | undefined): Fact | undefined {
  return origin?.operator === "Column" && to?.elements?.join() === "-1" ? origin.operands[0] : undefined;
}

function slicesAll([data, starts, , axes, steps]: Origin["operands"], ends: Fact | undefined): boolean {
  const { shape } = data!;
  if (shape === undefined || !starts?.elements?.every((start) => start === "0")) return false;
  if (steps !== undefined && !steps.elements?.every((step) => step === "1")) return false;
  const along = axes === undefined ? [...shape.keys()] : axes.elements?.map((size) => Number(size));
  return (
    along !== undefined &&
    along.length === ends?.elements?.length &&
    along.every((axis, i) => {
      const end = ends.elements![i]!;
      return end === shape.at(axis) || (fixedSize(end) ?? 0) >= 2 ** 31 - 1;
    })
  );
}
