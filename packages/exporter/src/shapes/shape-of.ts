import { broadcast } from "./broadcast.js";
import type { ShapeRule } from "./shape-rule.js";
import { indexingRules } from "./indexing-rules.js";
import { reshapingRules } from "./reshaping-rules.js";
import { isKnown, type Size, type Shape, leastSize } from "./size.js";
import { intAttribute, fromFirst, intsAttribute, type Operation } from "./operation.js";
import { vectorOf } from "./vector-of.js";

/** Rules of operators whose sizes are numbers that they read. */
const sequenceRules: Readonly<Record<string, ShapeRule>> = {
  ConstantOfShape: ({ operands: [sizes] }, symbols) => vectorOf(sizes, symbols),
  NonZero: ({ operands: [x] }, symbols) => x?.shape && [`${x.shape.length}`, symbols(`non-zero of ${x.id}`)],
  Range: ({ operands: [start, limit, delta] }, symbols) => {
    if (!start || !limit || !delta) return undefined;
    const counts = start.elements?.[0] === "0" && delta.elements?.[0] === "1";
    const count = counts ? limit.elements?.[0] : undefined;
    // A limit below 0 gives nothing.
    const isCount = count !== undefined && leastSize(count) >= 0;
    return [isCount ? count : symbols(`range ${start.id} ${limit.id} ${delta.id}`)];
  },
  Shape: (operation, symbols) => {
    const [data] = operation.operands;
    const part = ["start", "end"].map((name) => intAttribute(operation, name, 0)).join(" ");
    return data && [symbols(`rank of ${data.id} ${part} ${operation.attributes.has("end")}`)];
  },
};

const operators = [
  ..."ReduceL1 ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum".split(" "),
  "ReduceSumSquare",
];

/** Rules of operators that put the numbers along some axes together. */
const reductionRules: Readonly<Record<string, ShapeRule>> = Object.fromEntries(
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

/** Rules of operators that multiply matrices. */
const productRules: Readonly<Record<string, ShapeRule>> = {
  MatMul: ({ operands: [a, b] }, symbols) => {
    if (!a?.shape?.length || !b?.shape?.length) return undefined;
    const rows = a.shape.length === 1 ? [] : [a.shape.at(-2)!];
    const columns = b.shape.length === 1 ? [] : [b.shape.at(-1)!];
    return [...broadcast([a.shape.slice(0, -2), b.shape.slice(0, -2)], symbols), ...rows, ...columns];
  },
  Gemm: (operation) => {
    const [a, b] = operation.operands;
    if (a?.shape?.length !== 2 || b?.shape?.length !== 2) return undefined;
    const rows = a.shape[intAttribute(operation, "transA", 0) === 0 ? 0 : 1]!;
    return [rows, b.shape[intAttribute(operation, "transB", 0) === 0 ? 1 : 0]!];
  },
};

const likeFirst = [
  ..."Abs BatchNormalization Cast Ceil Celu Clip CumSum Dropout Elu Erf Exp Floor Gelu HardSigmoid HardSwish".split(
    " ",
  ),
  ..."Identity LayerNormalization LeakyRelu Log LogSoftmax Mish Neg Not PRelu Reciprocal Relu Round".split(" "),
  ..."ScatterElements ScatterND Selu Sigmoid Sign Softmax Softplus Softsign Sqrt Tanh ThresholdedRelu".split(" "),
];
const broadcasting = [
  ..."Add And Div Equal Greater GreaterOrEqual Less LessOrEqual Max Mean Min Mod Mul Or Pow Sub Sum".split(" "),
  ..."Where Xor".split(" "),
];

const rules: ReadonlyMap<string, ShapeRule> = new Map([
  ...likeFirst.map((name): [string, ShapeRule] => [name, ({ operands: [first] }) => first?.shape]),
  ...broadcasting.map((name): [string, ShapeRule] => [name, broadcastOperands]),
  ...Object.entries({
    ...reshapingRules,
    ...indexingRules,
    ...productRules,
    ...reductionRules,
    ...sequenceRules,
  }),
]);

/**
 * Returns the shape of a node's first output by the rule of its operator; undefined where it cannot be told, and where
 * the node asks for an axis that is not there.
 */
export const shapeOf: ShapeRule = (operation, symbols) => {
  const shape: readonly (Size | undefined)[] | undefined = rules.get(operation.operator)?.(operation, symbols);
  return shape?.every((size) => size !== undefined) ? shape : undefined;
};

function broadcastOperands(...[{ operands }, symbols]: Parameters<ShapeRule>): ReturnType<ShapeRule> {
  const shapes = operands.map((operand) => operand?.shape);
  return shapes.every(isKnown) ? broadcast(shapes, symbols) : undefined;
}
