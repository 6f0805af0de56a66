import type { ElementType } from "../builder/element-type.js";
import { dataTypes } from "../builder/element-type.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";

/** Shape-15: the sizes of `data` from axis `start` (default 0) to `end` (left out; default: all). */
export function shape(
  graph: GraphBuilder,
  data: Value,
  { start = 0, end }: { start?: number; end?: number } = {},
): Value<"int64"> {
  return graph.node("Shape", {
    inputs: [data],
    attributes: { start: { int: start }, ...(end === undefined ? {} : { end: { int: end } }) },
    outputs: ["int64"],
  });
}

/** Expand-13: `input` broadcast to the sizes in `shape`. */
export function expand<T extends ElementType>(
  graph: GraphBuilder,
  { input, shape: sizes }: { input: Value<T>; shape: Value<"int64"> },
): Value<T> {
  return graph.node("Expand", { inputs: [input, sizes], outputs: [input.elementType] });
}

/** Concat-13: the inputs, at least one, one after another along `axis`, which has no default. */
export function concat<T extends ElementType>(
  graph: GraphBuilder,
  inputs: readonly Value<T>[],
  { axis }: { axis: number },
): Value<T> {
  return graph.node("Concat", { inputs, attributes: { axis: { int: axis } }, outputs: [inputs[0]!.elementType] });
}

/** Squeeze-13: `data` without `axes`, each of size 1. */
export function squeeze<T extends ElementType>(
  graph: GraphBuilder,
  data: Value<T>,
  { axes }: { axes: readonly number[] },
): Value<T> {
  return graph.node("Squeeze", {
    inputs: [data, graph.constant(int64Tensor(axes))],
    outputs: [data.elementType],
  });
}

/** Unsqueeze-13: `data` with axes of size 1 put in, so that the result has them at the positions `axes`. */
export function unsqueeze<T extends ElementType>(
  graph: GraphBuilder,
  data: Value<T>,
  { axes }: { axes: readonly number[] },
): Value<T> {
  return graph.node("Unsqueeze", {
    inputs: [data, graph.constant(int64Tensor(axes))],
    outputs: [data.elementType],
  });
}

/**
 * Reshape-14: the elements of `data` in the sizes `shape`; one of them may be −1 (what is left), 0 keeps that of
 * `data`.
 */
export function reshape<T extends ElementType>(
  graph: GraphBuilder,
  data: Value<T>,
  { shape: sizes }: { shape: readonly number[] | Value<"int64"> },
): Value<T> {
  const known = "name" in sizes ? sizes : graph.constant(int64Tensor(sizes));
  return graph.node("Reshape", { inputs: [data, known], outputs: [data.elementType] });
}

/** Transpose-13: axis i of the result is axis `perm[i]` of `data`. */
export function transpose<T extends ElementType>(
  graph: GraphBuilder,
  data: Value<T>,
  { perm }: { perm: readonly number[] },
): Value<T> {
  return graph.node("Transpose", {
    inputs: [data],
    attributes: { perm: { ints: perm } },
    outputs: [data.elementType],
  });
}

/** Cast-13: the elements as type `to`; float to integer cuts off, false is 0 and true 1. */
export function cast<T extends ElementType>(graph: GraphBuilder, input: Value, { to }: { to: T }): Value<T> {
  return graph.node("Cast", { inputs: [input], attributes: { to: { int: dataTypes[to] } }, outputs: [to] });
}
