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
 * beyond ±65,504 in float16.
 */
export function toElements(
  values: Float32Array | Int32Array,
  { type, ...at }: ElementPlace & { readonly type: string },
): Elements {
  switch (type) {
    case "float32":
      return values instanceof Float32Array ? values : Float32Array.from(values);
    case "float64":
      return Float64Array.from(values);
    case "float16":
      refuse(
        values.findIndex((value) => Math.abs(value) > largestHalf),
        { values, expected: `at most ±${largestHalf}, because the model takes float16`, ...at },
      );
      return Uint16Array.from(values, numberToHalf);
    case "bool":
      return Uint8Array.from(values, (value) => (value === 0 ? 0 : 1));
  }
  const whole = values instanceof Int32Array ? values : wholeNumbers(values, { type, ...at });
  return type === "int32" ? whole : widen(whole);
}

function wholeNumbers(values: Float32Array, { type, ...at }: ElementPlace & { readonly type: string }): Int32Array {
  const whole = Int32Array.from(values);
  refuse(
    whole.findIndex((value, i) => value !== values[i]),
    { values, expected: `a whole number, because the model takes ${type}`, ...at },
  );
  return whole;
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

function refuse(
  index: number,
  {
    values,
    expected,
    argument,
    place,
  }: ElementPlace & { readonly values: ArrayLike<number>; readonly expected: string },
): void {
  if (index < 0) return;
  throw new ModelError({ argument, expected, found: `${values[index]} ${place(index)}` });
}
