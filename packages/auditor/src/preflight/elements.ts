import { ModelError } from "@evenodds/core";
import { largestHalf, numberToHalf } from "../inspect/half.js";

/** The elements of a tensor as ONNX Runtime takes them; those of float16 are bits. */
export type Elements = Float32Array | Float64Array | Uint16Array | Int32Array | BigInt64Array | Uint8Array;

/** Where a number stands that does not fit, for a message. */
export interface ElementPlace {
  readonly argument: string;
  /** Returns where the element of this index stands. */
  readonly place: (index: number) => string;
}

/**
 * Returns numbers as elements of a type: `float32`, `float64`, `float16`, `int32`, `int64` or `bool` (1 where a number
 * is not 0). Throws {@link ModelError} for a number that the type cannot hold: a fraction among whole numbers, one
 * beyond ±65,504 in float16, one beyond 2^53; and for another type.
 */
export function toElements(
  values: Float32Array | Float64Array | Int32Array,
  { type, ...at }: ElementPlace & { readonly type: string },
): Elements {
  const check = (fits: (value: number) => boolean, expected: string) => {
    const index = values.findIndex((value) => !fits(value));
    if (index < 0) return;
    const found = `${values[index]} ${at.place(index)}`;
    throw new ModelError({ argument: at.argument, expected: `${expected}, because the model takes ${type}`, found });
  };
  switch (type) {
    case "float32":
      return values instanceof Float32Array ? values : Float32Array.from(values);
    case "float64":
      return values instanceof Float64Array ? values : Float64Array.from(values);
    case "float16":
      check((value) => !(Math.abs(value) > largestHalf), `numbers of at most ±${largestHalf}`);
      return Uint16Array.from(values, numberToHalf);
    case "bool":
      return Uint8Array.from(values, (value) => (value === 0 ? 0 : 1));
    case "int32":
      if (values instanceof Int32Array) return values;
      check((value) => value === (value | 0), "whole numbers of 32 bits");
      return Int32Array.from(values);
    case "int64":
      if (values instanceof Int32Array) return widen(values);
      check(Number.isSafeInteger, "whole numbers below 2^53");
      return BigInt64Array.from(values, BigInt);
  }
  throw new ModelError({
    argument: at.argument,
    expected: "float32, float64, float16, int64, int32, bool or string",
    found: type,
    hint: "export the model with one of these types, or audit a file of its predictions",
  });
}

/**
 * Returns 32-bit integers as 64-bit ones. A BigInt per entry takes longer than many a model; the low half comes first
 * on every machine that ONNX Runtime is built for.
 */
function widen(values: Int32Array): BigInt64Array {
  const wide = new BigInt64Array(values.length);
  const halves = new Int32Array(wide.buffer);
  for (let i = 0; i < values.length; i++) {
    halves[2 * i] = values[i]!;
    halves[2 * i + 1] = values[i]! < 0 ? -1 : 0;
  }
  return wide;
}
