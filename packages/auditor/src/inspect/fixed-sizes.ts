import type { onnx } from "onnx-proto";
import { elementType } from "./describe-tensor.js";
import type { TracedValue } from "./trace/traced-value.js";

/** A tensor whose size the file fixes, whatever graph the model runs on. */
export interface FixedTensor {
  /** What makes it: `Expand`, `sparse initializer w`, `input x`. */
  readonly source: string;
  /** As ONNX Runtime spells it: `float32`, … */
  readonly type: string;
  readonly shape: readonly number[];
  /** Product of `shape` and the bytes of an element. */
  readonly bytes: number;
}

/** Bytes of one element by its type; what is not known, and texts, count as one. */
const elementBytes: ReadonlyMap<string, number> = new Map(
  Object.entries({
    float32: 4,
    int32: 4,
    uint32: 4,
    float64: 8,
    int64: 8,
    uint64: 8,
    complex64: 8,
    complex128: 16,
    float16: 2,
    bfloat16: 2,
    int16: 2,
    uint16: 2,
  }),
);

/**
 * Finds the largest tensor whose size the file fixes: initializers, sparse ones as dense as they are loaded, inputs,
 * and what operators make of constants. A model cannot run in less memory than that takes.
 */
export class FixedSizes {
  /** Null where no tensor has a size that is fixed. */
  largest: FixedTensor | null = null;

  /** Takes the constants and inputs of a graph. */
  graph({ initializer, sparseInitializer, input }: onnx.IGraphProto): void {
    for (const tensor of initializer ?? []) this.#tensor(`initializer ${tensor.name ?? ""}`, tensor);
    for (const sparse of sparseInitializer ?? []) {
      this.#take(`sparse initializer ${sparse.values?.name ?? ""}`, sparse.values?.dataType ?? 0, numbers(sparse.dims));
    }
    for (const { name, type } of input ?? []) {
      const dims = type?.tensorType?.shape?.dim?.map((dim) =>
        Object.hasOwn(dim, "dimValue") ? Number(String(dim.dimValue)) : null,
      );
      if (dims) this.#take(`input ${name ?? ""}`, type?.tensorType?.elemType ?? 0, dims);
    }
  }

  /** Takes what a node of this operator gives. */
  value(operator: string, { type, shape }: Pick<TracedValue, "type" | "shape">): void {
    if (shape !== null) this.#take(operator, type, shape);
  }

  #tensor(source: string, { dataType, dims }: onnx.ITensorProto): void {
    this.#take(source, dataType ?? 0, numbers(dims));
  }

  #take(source: string, type: number, shape: readonly (number | null)[]): void {
    const sizes = shape.filter((size): size is number => size !== null && size >= 0);
    if (sizes.length < shape.length) return;
    const name = elementType(type);
    const bytes = sizes.reduce((product, size) => product * size, elementBytes.get(name) ?? 1);
    if (bytes > (this.largest?.bytes ?? 0)) this.largest = { source, type: name, shape: sizes, bytes };
  }
}

function numbers(dims: readonly unknown[] | null | undefined): number[] {
  return (dims ?? []).map((size) => Number(String(size)));
}
