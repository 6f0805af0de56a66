/** Least and most inputs of operators that are read by the places of their inputs, and of those that have none. */
const ranges: readonly (readonly [least: number, most: number, operators: string])[] = [
  [0, 0, "Constant RandomNormal RandomUniform"],
  [1, 1, "ArgMax ArgMin Cast Exp Flatten Hardmax Log LogSoftmax Neg Reciprocal Sigmoid Softmax Transpose"],
  [1, 2, "ReduceMean ReduceSum Reshape Split Squeeze TopK Unsqueeze"],
  [
    2,
    2,
    "Add And CastLike Compress CumSum Div Equal Expand Gather GatherElements GatherND Greater GreaterOrEqual Less " +
      "LessOrEqual MatMul Mod Mul Or PRelu Pow Sub Xor",
  ],
  [2, 3, "Conv ConvTranspose DequantizeLinear Gemm LayerNormalization QuantizeLinear Tile"],
  [2, 5, "com.microsoft:BiasDropout"],
  [2, 4, "ConvInteger MatMulInteger"],
  [2, Infinity, "Loop"],
  [3, 3, "GroupNormalization InstanceNormalization OneHot Range Scatter ScatterElements ScatterND Where"],
  [5, 5, "BatchNormalization"],
  [8, 9, "QLinearConv QLinearMatMul"],
];

const range = new Map(
  ranges.flatMap(([least, most, operators]) =>
    operators.split(" ").map((operator) => [operator, { least, most }] as const),
  ),
);

/**
 * Whether an operator may have so many inputs, any from one on where nothing is known of it. What a node with more or
 * fewer gives is unknown: no runtime takes it. Source: `min_input` and `max_input` of ONNX's operator schemas.
 */
export function takesInputs(operator: string, count: number): boolean {
  const { least, most } = range.get(operator) ?? { least: 1, most: Infinity };
  return count >= least && count <= most;
}
