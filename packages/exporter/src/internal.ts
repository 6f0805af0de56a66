/**
 * What the tests of this repository look at besides what the package exports. Not published, and no part of the API.
 *
 * @module
 */
export { arcsOf } from "./aggregation/arcs.js";
export { blocksOf } from "./aggregation/bucketed/blocks-of.js";
export { bucketedAggregation } from "./aggregation/bucketed/bucketed-aggregation.js";
export { inDegrees } from "./aggregation/bucketed/in-degrees.js";
export { sortByTarget } from "./aggregation/bucketed/sort-by-target.js";
export { widthClasses } from "./aggregation/bucketed/width-classes.js";
export { attributeProto, type Attribute } from "./builder/attribute.js";
export { dataTypes } from "./builder/element-type.js";
export { GraphBuilder } from "./builder/graph-builder.js";
export { operatorNames } from "./builder/operator-name.js";
export { onnx } from "./builder/proto.js";
export { floatTensor, int64Tensor, tensorProto, type Tensor } from "./builder/tensor.js";
export { toLong } from "./builder/to-long.js";
export { valueInfoProto, type Value } from "./builder/value.js";
export { canonicalJson } from "./canonical-json.js";
export { graphsWithin, nestedGraphs } from "./check/graphs-within.js";
export { inferGraph } from "./check/inference/infer-graph.js";
export type { InferredValue } from "./check/inference/inferred-value.js";
export { readSignature } from "./check/signatures/signature.js";
export { encodeModel } from "./encode-model.js";
export { layerSchemas } from "./import/card/layer-schemas.js";
export { modelCardSchema } from "./import/card/model-card.js";
export { layerContext } from "./layers/layer-context.js";
export { translateLayer } from "./layers/layers.js";
export { lazily } from "./lazily.js";
export { metadataOf } from "./metadata.js";
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
export { deriveFacts } from "./optimize/facts/derive-facts.js";
export { editGraph } from "./optimize/wire/edit-graph.js";
export { embedData } from "./optimize/wire/embed-data.js";
export { fieldBytes, joinBytes, messageFields } from "./optimize/wire/message-fields.js";
export { moveDataOutside } from "./optimize/wire/move-data-outside.js";
export { compareLogits } from "./prove/compare-logits.js";
export type { Sized } from "./shapes/operation.js";
export { shapeOf } from "./shapes/shape-rules.js";
export { fixedSize, leastSize, makeSymbols, productOf, sumOf } from "./shapes/size.js";
