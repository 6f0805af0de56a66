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
  "Div",
  "Elu",
  "Equal",
  "Exp",
  "Expand",
  "Gather",
  "Gemm",
  "Greater",
  "Identity",
  "If",
  "LeakyRelu",
  "Less",
  "LessOrEqual",
  "MatMul",
  "Max",
  "Mul",
  "NonZero",
  "Range",
  "Reciprocal",
  "ReduceMax",
  "ReduceMean",
  "ReduceSum",
  "Relu",
  "Reshape",
  "ScatterElements",
  "Shape",
  "Slice",
  "Softmax",
  "Sqrt",
  "Squeeze",
  "Sub",
  "TopK",
  "Transpose",
  "Unsqueeze",
  "Where",
] as const;

/** An operator of the default ONNX domain that the builder can emit. */
export type OperatorName = (typeof operatorNames)[number];
