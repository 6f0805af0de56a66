// The kernels of the trainer, in AssemblyScript: those of the WebAssembly engine, which work in the memory of its
// backend, and those that all engines use in a memory of their own: Adam, attention and the largest neighbour.
export { adam } from "./adam";
export { attention } from "./attention";
export { attentionGradient } from "./attention-gradient";
export { combine } from "./combine";
export { neighbourMax, neighbourMaxGradient } from "./neighbour-max";
export { product } from "./product";
export { reluDropout, reluDropoutGradient } from "./relu-dropout";
export { segmentSum, weightedSegmentSum } from "./segment-sum";
export { sumRows } from "./sum-rows";
export { transposedProduct } from "./transposed-product";
