import type { OperatorName } from "../../builder/operator-name.js";

const arithmetic = "a number, b number -> number";
const comparison = "a number, b number -> bool";
const ofNumbers = "x float32 -> float32";

/**
 * What every operator takes and gives, as far as the exporter uses it: the name of each input with its type. `number`
 * is float32 or int64 and `any` is every type, the same each time it stands in a line. `each` is every type, and need
 * not be the same. An input with `?` may be left out; `...` stands for one input or more. The type of an output `to` is
 * that of the attribute, that of `nested` follows from the graphs within.
 */
export const signatures: Readonly<Record<OperatorName, string>> = {
  Add: arithmetic,
  And: "a bool, b bool -> bool",
  Cast: "input any -> to",
  Concat: "inputs any... -> any",
  CumSum: "x number, axis int64 -> number",
  Div: arithmetic,
  Elu: ofNumbers,
  Equal: "a any, b any -> bool",
  Exp: ofNumbers,
  Expand: "input any, shape int64 -> any",
  Gather: "data any, indices int64 -> any",
  Gemm: "a float32, b float32, c float32? -> float32",
  Greater: comparison,
  Identity: "input any -> any",
  If: "cond bool -> nested",
  LeakyRelu: ofNumbers,
  Less: comparison,
  LessOrEqual: comparison,
  MatMul: "a float32, b float32 -> float32",
  Max: "inputs number... -> number",
  Min: "inputs number... -> number",
  Mul: arithmetic,
  NonZero: "x bool -> int64",
  Range: "start int64, limit int64, delta int64 -> int64",
  Reciprocal: ofNumbers,
  ReduceMax: "data number, axes int64? -> number",
  ReduceMean: "data float32, axes int64? -> float32",
  ReduceSum: "data number, axes int64? -> number",
  Relu: ofNumbers,
  Reshape: "data any, shape int64 -> any",
  Scan: "inputs each... -> nested",
  ScatterElements: "data number, indices int64, updates number -> number",
  Shape: "data any -> int64",
  Slice: "data any, starts int64, ends int64, axes int64? -> any",
  Softmax: ofNumbers,
  Sqrt: ofNumbers,
  Squeeze: "data any, axes int64 -> any",
  Sub: arithmetic,
  TopK: "x number, k int64 -> number, int64",
  Transpose: "data any -> any",
  Unsqueeze: "data any, axes int64 -> any",
  Where: "condition bool, x any, y any -> any",
};
