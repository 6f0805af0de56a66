import type { OperatorName } from "../../builder/operator-name.js";
import { fault } from "../inference/fault.js";
import type { InferredNode } from "../inference/inferred-value.js";
import { writtenShape } from "../inference/written-shape.js";
import { checkAxes, checkAxis, checkAxisAttribute, checkVector, elementCount } from "./check-axis.js";
import { checkBroadcast } from "./check-broadcast.js";
import { checkConcat, checkGather, checkScatter, checkSlice, checkTopK } from "./check-indexing.js";
import { checkGemm, checkMatMul } from "./check-products.js";
import { checkExpand, checkReshape, checkSqueeze, checkTranspose, checkUnsqueeze } from "./check-reshaping.js";

type ShapeCheck = (node: InferredNode) => void;

/** What has to be true of the shapes that an operator reads; of others nothing has to. */
const checks: Readonly<Partial<Record<OperatorName, ShapeCheck>>> = {
  Add: checkOperands,
  And: checkOperands,
  Concat: checkConcat,
  CumSum: checkCumSum,
  Div: checkOperands,
  Equal: checkOperands,
  Expand: checkExpand,
  Gather: checkGather,
  Gemm: checkGemm,
  Greater: checkOperands,
  If: checkCondition,
  Less: checkOperands,
  LessOrEqual: checkOperands,
  MatMul: checkMatMul,
  Max: checkOperands,
  Min: checkOperands,
  Mul: checkOperands,
  Range: checkRange,
  ReduceMax: checkReduction,
  ReduceMean: checkReduction,
  ReduceSum: checkReduction,
  Reshape: checkReshape,
  ScatterElements: checkScatter,
  Slice: checkSlice,
  Softmax: checkSoftmax,
  Squeeze: checkSqueeze,
  Sub: checkOperands,
  TopK: checkTopK,
  Transpose: checkTranspose,
  Unsqueeze: checkUnsqueeze,
  Where: checkOperands,
};

/**
 * Checks what certainly keeps a node from running: sizes that are open may fit. Throws `ProofError` naming the node.
 */
export function checkShapes(node: InferredNode): void {
  checks[node.operator]?.(node);
}

function checkOperands(node: InferredNode): void {
  checkBroadcast(
    node,
    node.operands.map((operand) => operand?.shape),
  );
}

function checkReduction(node: InferredNode): void {
  const [data, axes] = node.operands;
  if (data?.shape === undefined) checkVector(node, axes, "axes");
  else checkAxes(node, axes, data.shape.length);
}

function checkSoftmax(node: InferredNode): void {
  const shape = node.operands[0]?.shape;
  if (shape !== undefined) checkAxisAttribute(node, { rank: shape.length, standard: -1 });
}

function checkCumSum(node: InferredNode): void {
  const [x, axis] = node.operands;
  checkOneNumber(node, "axis");
  if (x?.shape === undefined || axis?.elements === undefined) return;
  checkAxis(node, { axis: Number(axis.elements[0]), rank: x.shape.length });
}

function checkRange(node: InferredNode): void {
  ["start", "limit", "delta"].forEach((part, place) => {
    const shape = node.operands[place]?.shape;
    if (shape === undefined || shape.length === 0) return;
    throw fault(node, { part, expected: "a scalar", found: writtenShape(shape) });
  });
}

function checkCondition(node: InferredNode): void {
  checkOneNumber(node, "cond", 0);
}

function checkOneNumber(node: InferredNode, part: string, place = 1): void {
  const shape = node.operands[place]?.shape;
  if ((elementCount(shape) ?? 1) === 1) return;
  throw fault(node, { part, expected: "one element", found: writtenShape(shape) });
}
