import type { OperatorName } from "../../builder/operator-name.js";

/** What an attribute holds. `flag` is 0 or 1; `reduction` is a text that says what a scatter does with values. */
export type AttributeKind = "int" | "flag" | "ints" | "float" | "reduction" | "graph";

const reduction = { keepdims: "flag" } as const;

/** The attributes that the exporter sets, by operator; an operator that is not named has none. */
export const attributeKinds: Readonly<Partial<Record<OperatorName, Readonly<Record<string, AttributeKind>>>>> = {
  Cast: { to: "int" },
  Concat: { axis: "int" },
  CumSum: { exclusive: "flag" },
  Elu: { alpha: "float" },
  Gather: { axis: "int" },
  Gemm: { alpha: "float", beta: "float", transA: "flag", transB: "flag" },
  If: { then_branch: "graph", else_branch: "graph" },
  LeakyRelu: { alpha: "float" },
  ReduceMax: reduction,
  ReduceMean: reduction,
  ReduceSum: reduction,
  Scan: { body: "graph", num_scan_inputs: "int" },
  ScatterElements: { axis: "int", reduction: "reduction" },
  Shape: { start: "int", end: "int" },
  Softmax: { axis: "int" },
  TopK: { axis: "int", largest: "flag", sorted: "flag" },
  Transpose: { perm: "ints" },
};

/** Those that have no default. */
export const requiredAttributes: Readonly<Partial<Record<OperatorName, readonly string[]>>> = {
  Cast: ["to"],
  Concat: ["axis"],
  If: ["then_branch", "else_branch"],
  Scan: ["body", "num_scan_inputs"],
};
