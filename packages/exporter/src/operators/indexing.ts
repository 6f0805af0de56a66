import type { ElementType } from "../builder/element-type.js";
import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";

/**
 * Gather-13: entries of `data` along `axis` (default 0). The shape of `indices` takes the place of that axis; a scalar
 * index drops it. An index below 0 counts from the end without an error; one above the end is an error on the CPU.
 */
export function gather<T extends ElementType>(
  graph: GraphBuilder,
  { data, indices }: { data: Value<T>; indices: Value<"int64"> },
  { axis = 0 }: { axis?: number } = {},
): Value<T> {
  return graph.node("Gather", {
    inputs: [data, indices],
    attributes: { axis: { int: axis } },
    outputs: [data.elementType],
  });
}

/**
 * ScatterElements-18: a copy of `data` in which entries named by `indices` along `axis` (default 0) are replaced by
 * `updates`, or combined with them. `indices` and `updates` have the same shape. With reduction `none` (default) no
 * index may occur twice.
 */
export function scatterElements<T extends "float32" | "int64">(
  graph: GraphBuilder,
  { data, indices, updates }: { data: Value<T>; indices: Value<"int64">; updates: Value<NoInfer<T>> },
  { axis = 0, reduction = "none" }: { axis?: number; reduction?: "none" | "add" | "mul" | "max" | "min" } = {},
): Value<T> {
  return graph.node("ScatterElements", {
    inputs: [data, indices, updates],
    attributes: { axis: { int: axis }, reduction: { string: reduction } },
    outputs: [data.elementType],
  });
}

/** Slice-13: `data` from `start` (included) to `end` (left out; default: the end) along `axis` (default 0). */
export function slice<T extends ElementType>(
  graph: GraphBuilder,
  data: Value<T>,
  { start, end = 2n ** 63n - 1n, axis = 0 }: { start: number; end?: number | bigint; axis?: number },
): Value<T> {
  const bounds = [start, end, axis].map((bound) => graph.constant(int64Tensor([bound])));
  return graph.node("Slice", { inputs: [data, ...bounds], outputs: [data.elementType] });
}

/** NonZero-13: indices of the elements that hold, `[rank, count]`, in row-major order. */
export function nonZero(graph: GraphBuilder, x: Value<"bool">): Value<"int64"> {
  return graph.node("NonZero", { inputs: [x], outputs: ["int64"] });
}

/**
 * TopK-11: the k largest (`largest` 1, default) or smallest (0) elements along `axis` (default −1) with their indices,
 * in order when `sorted` is 1 (default). Of equal elements the one with the lower index comes first. `k` is `[1]`.
 */
export function topK<T extends "float32" | "int64">(
  graph: GraphBuilder,
  { x, k }: { x: Value<T>; k: Value<"int64"> },
  { axis = -1, largest = 1, sorted = 1 }: { axis?: number; largest?: 0 | 1; sorted?: 0 | 1 } = {},
): { values: Value<T>; indices: Value<"int64"> } {
  const [values, indices] = graph.nodes<T | "int64">("TopK", {
    inputs: [x, k],
    attributes: { axis: { int: axis }, largest: { int: largest }, sorted: { int: sorted } },
    outputs: [x.elementType, "int64"],
  });
  return {
    values: { name: values!.name, elementType: x.elementType },
    indices: { name: indices!.name, elementType: "int64" },
  };
}
