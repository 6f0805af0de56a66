// The kernels of the WebAssembly engine, in AssemblyScript. They work in the memory of TensorFlow.js's backend, by address.
export { combine } from "./combine";
export { product } from "./product";
export { reluDropout, reluDropoutGradient } from "./relu-dropout";
export { segmentSum } from "./segment-sum";
export { sumRows } from "./sum-rows";
export { transposedProduct } from "./transposed-product";
