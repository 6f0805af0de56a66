import type { onnx } from "onnx-proto";
import { elementBytes, elementType } from "./describe-tensor.js";
import { declared } from "./trace/trace-model.js";
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

/**
 * Finds the largest tensor whose size the file fixes: initializers, sparse ones as dense as they are loaded, inputs,
 * and what operators make of constants. A model cannot run in less memory than that takes.
 */
export class FixedSizes {
  /** Null where no tensor has a size that is fixed. */
  largest: FixedTensor | null = null;

  /** Takes the constants and inputs of a graph. */
  graph({ initializer, sparseInitializer, input }: onnx.IGraphProto): void {
    for (const { name, dataType, dims } of initializer ?? []) {
      this.#take(`initializer ${name ?? ""}`, dataType ?? 0, numbers(dims));
    }
    for (const sparse of sparseInitializer ?? []) {
      this.#take(`sparse initializer ${sparse.values?.name ?? ""}`, sparse.values?.dataType ?? 0, numbers(sparse.dims));
    }
    for (const info of input ?? []) this.value(`input ${info.name ?? ""}`, declared(info));
  }

  /** Takes a value by what makes it, such as the operator of a node. */
  value(source: string, { type, shape }: Pick<TracedValue, "type" | "shape">): void {
    if (shape !== null) this.#take(source, type, shape);
  }

  #take(source: string, type: number, shape: readonly (number | null)[]): void {
    const sizes = shape.filter((size): size is number => size !== null && size >= 0);
    if (sizes.length < shape.length) return;
    const name = elementType(type);
    const bytes = sizes.reduce((product, size) => product * size, elementBytes(name));
    if (bytes > (this.largest?.bytes ?? 0)) this.largest = { source, type: name, shape: sizes, bytes };
  }
}

function numbers(dims: readonly unknown[] | null | undefined): number[] {
  return (dims ?? []).map((size) => Number(String(size)));
}
