import type { ElementType } from "../builder/element-type.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import type { OperatorName } from "../builder/operator-name.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";

interface Reduction {
  /** Axes to reduce; all of them by default. */
  readonly axes?: readonly number[];
  /** 1 keeps reduced axes with size 1 (default), 0 drops them. */
  readonly keepdims?: 0 | 1;
}

/** ReduceSum-13: the sum over `axes`; 0 over nothing. */
export function reduceSum<T extends "float32" | "int64">(
  graph: GraphBuilder,
  data: Value<T>,
  { axes, keepdims = 1 }: Reduction = {},
): Value<T> {
  return reduction(graph, "ReduceSum", { data, axes, keepdims });
}

/** ReduceMean-18: the mean over `axes`, which must hold at least one value. */
export function reduceMean(
  graph: GraphBuilder,
  data: Value<"float32">,
  { axes, keepdims = 1 }: Reduction = {},
): Value<"float32"> {
  return reduction(graph, "ReduceMean", { data, axes, keepdims });
}

/** ReduceMax-18: the largest value over `axes`, which must hold at least one. */
export function reduceMax<T extends "float32" | "int64">(
  graph: GraphBuilder,
  data: Value<T>,
  { axes, keepdims = 1 }: Reduction = {},
): Value<T> {
  return reduction(graph, "ReduceMax", { data, axes, keepdims });
}

function reduction<T extends ElementType>(
  graph: GraphBuilder,
  name: OperatorName,
  { data, axes, keepdims }: { data: Value<T>; axes: readonly number[] | undefined; keepdims: 0 | 1 },
): Value<T> {
  return graph.node(name, {
    inputs: axes === undefined ? [data] : [data, graph.constant(int64Tensor(axes))],
    attributes: { keepdims: { int: keepdims } },
    outputs: [data.elementType],
  });
}
