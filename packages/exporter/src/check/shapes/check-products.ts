import { intAttribute } from "../../shapes/operation.js";
import type { Shape } from "../../shapes/size.js";
import { fault } from "../inference/fault.js";
import type { InferredNode } from "../inference/inferred-value.js";
import { writtenShape } from "../inference/written-shape.js";
import { differ } from "./check-axis.js";
import { checkBroadcast } from "./check-broadcast.js";

/** Checks that a row of a has as many numbers as a column of b, and that what comes before them broadcasts. */
export function checkMatMul(node: InferredNode): void {
  const [a, b] = node.operands.map((operand) => operand?.shape);
  for (const [part, shape] of Object.entries({ a, b })) {
    if (shape?.length === 0) throw fault(node, { part, expected: "a tensor of rank 1 or more", found: "a scalar" });
  }
  if (a === undefined || b === undefined) return;
  checkInner(node, { a, b, rows: a.at(-1)!, columns: b.at(-2) ?? b.at(-1)! });
  checkBroadcast(node, [a.slice(0, -2), b.slice(0, -2)]);
}

/** Checks that a and b of `Gemm` are matrices that fit as in {@link checkMatMul}, and c broadcasts to their product. */
export function checkGemm(node: InferredNode): void {
  const [a, b, c] = node.operands.map((operand) => operand?.shape);
  for (const [part, shape] of Object.entries({ a, b })) {
    if (shape === undefined || shape.length === 2) continue;
    throw fault(node, { part, expected: "a matrix", found: writtenShape(shape) });
  }
  if (a === undefined || b === undefined) return;
  const [transA, transB] = [intAttribute(node, "transA", 0), intAttribute(node, "transB", 0)];
  checkInner(node, { a, b, rows: a[1 - transA]!, columns: b[transB]! });
  const product = [a[transA]!, b[1 - transB]!];
  if (c === undefined) return;
  // Only c may be repeated.
  const fits = c.length <= 2 && c.every((size, axis) => size === "1" || !differ(size, product[axis + 2 - c.length]!));
  if (!fits)
    throw fault(node, {
      part: "c",
      expected: `a shape that broadcasts to ${writtenShape(product)}`,
      found: writtenShape(c),
    });
}

function checkInner(
  node: InferredNode,
  { a, b, rows, columns }: { a: Shape; b: Shape; rows: string; columns: string },
): void {
  if (!differ(rows, columns)) return;
  throw fault(node, { expected: "inner sizes that are equal", found: `${writtenShape(a)} and ${writtenShape(b)}` });
}
