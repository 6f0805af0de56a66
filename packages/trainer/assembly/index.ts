// The kernels of the trainer, in AssemblyScript: those of the WebAssembly engine, which work in the memory of its backend, and Adam.
export { adam } from "./adam";
export { combine } from "./combine";
export { product } from "./product";
export { reluDropout, reluDropoutGradient } from "./relu-dropout";
export { segmentSum } from "./segment-sum";
export { sumRows } from "./sum-rows";
export { transposedProduct } from "./transposed-product";
