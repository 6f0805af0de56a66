/**
 * Every operator that an exported graph may contain. `ScatterND` is left out on purpose: with `reduction=add` ONNX
 * Runtime's CPU provider loses updates as soon as it uses more than one thread.
 */
export const operatorNames = [
  "Add",
  "And",
  "Cast",
  "Concat",
  "CumSum",
  "Expand",
  "Gather",
  "Gemm",
  "Greater",
  "Identity",
  "If",
  "Less",
  "LessOrEqual",
  "MatMul",
  "Mul",
  "NonZero",
  "Range",
  "Reciprocal",
  "ReduceMax",
  "ReduceSum",
  "Relu",
  "ScatterElements",
  "Shape",
  "Slice",
  "Sqrt",
  "Squeeze",
  "Sub",
  "TopK",
  "Unsqueeze",
  "Where",
] as const;

/** An operator of the default ONNX domain that the builder can emit. */
export type OperatorName = (typeof operatorNames)[number];
