import { broadcast } from "../broadcast.js";
import { intAttribute } from "../operation.js";
import type { ShapeRule } from "../rule.js";

/** Rules of operators that multiply matrices. */
export const productRules: Readonly<Record<string, ShapeRule>> = {
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
