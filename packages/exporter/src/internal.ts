/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export { arcsOf } from "./aggregation/arc-values.js";
export { blocksOf } from "./aggregation/blocks-of.js";
export { bucketedAggregation } from "./aggregation/bucketed-aggregation.js";
export { inDegrees } from "./aggregation/in-degrees.js";
export { sortByTarget } from "./aggregation/sort-by-target.js";
export { widthClasses } from "./aggregation/neighbour-tables.js";
export { attributeProto, type Attribute } from "./builder/attribute.js";
export { dataTypes } from "./builder/element-type.js";
export { GraphBuilder } from "./builder/graph-builder.js";
export { operatorNames } from "./builder/operator-name.js";
export { onnx, toLong } from "./builder/proto.js";
export { floatTensor, int64Tensor, tensorProto, type Tensor } from "./builder/tensor.js";
export { valueInfoProto, type Value } from "./builder/value.js";
export { canonicalJson } from "./canonical-json.js";
export { graphsWithin, nestedGraphs } from "./check/graphs-within.js";
export { inferGraph } from "./check/inference/infer-graph.js";
export type { InferredValue } from "./check/inference/inferred-value.js";
export { readSignature } from "./check/signatures/signature.js";
export { findMixing } from "./cut/find-mixing.js";
export { recallModel } from "./cut/recall-model.js";
export { encodeModel } from "./encode-model.js";
export { layerSchemas, modelCardSchema } from "./import/model-card.js";
export { layerContext } from "./layers/translation-context.js";
export { translateLayer } from "./layers/translation-of.js";
export { lazily } from "./lazily.js";
export { metadataOf } from "./metadata-of.js";
export { elu, leakyRelu, relu, softmax } from "./operators/activation.js";
export { and, equal, greater, less, lessOrEqual, where } from "./operators/comparison.js";
export { ifThenElse, scan } from "./operators/control.js";
export { cumSum, range } from "./operators/cumulation.js";
export { add, div, exp, max, min, mul, reciprocal, sqrt, sub } from "./operators/elementwise.js";
export { gather, nonZero, scatterElements, slice, topK } from "./operators/indexing.js";
export { gemm, matMul } from "./operators/matrix.js";
export { reduceMax, reduceMean, reduceSum } from "./operators/reduction.js";
export { cast, concat, expand, reshape, shape, squeeze, transpose, unsqueeze } from "./operators/shaping.js";
export { checkOptimized } from "./optimize/check-optimized.js";
export { deriveFacts } from "./optimize/derive-facts.js";
export { editGraph } from "./optimize/edit-graph.js";
export { embedData } from "./optimize/embed-data.js";
export { fieldBytes, joinBytes, messageFields } from "./optimize/message-fields.js";
export { moveDataOutside } from "./optimize/optimize-files.js";
export { compareLogits } from "./prove/compare-logits.js";
export type { Sized } from "./shapes/operation.js";
export { shapeOf } from "./shapes/shape-of.js";
export { fixedSize, leastSize, makeSymbols, productOf, sumOf } from "./shapes/size.js";
