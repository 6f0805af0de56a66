import { fromFirst, intAttribute, intsAttribute, type Operation } from "../operation.js";
import type { ShapeRule } from "../rule.js";
import type { Shape } from "../size.js";

const operators = [
  ..."ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum".split(" "),
  "ReduceSumSquare",
];

/** Rules of operators that put the numbers along some axes together. */
export const reductionRules: Readonly<Record<string, ShapeRule>> = Object.fromEntries(
  operators.map((name) => [name, reduced]),
);

function reduced(operation: Operation): Shape | undefined {
  const shape = operation.operands[0]?.shape;
  const axes = reducedAxes(operation);
  if (shape === undefined || axes === undefined) return undefined;
  if (axes.length === 0 && intAttribute(operation, "noop_with_empty_axes", 0) !== 0) return shape;
  const gone = new Set(axes.length === 0 ? shape.keys() : axes.map((axis) => fromFirst(axis, shape.length)));
  return intAttribute(operation, "keepdims", 1) === 0
    ? shape.filter((_, axis) => !gone.has(axis))
    : shape.map((size, axis) => (gone.has(axis) ? "1" : size));
}

/** Older versions have them as an attribute. None are all. */
function reducedAxes(operation: Operation): readonly number[] | undefined {
  const [, axes] = operation.operands;
  return axes === undefined ? (intsAttribute(operation, "axes") ?? []) : axes.elements?.map(Number);
}
