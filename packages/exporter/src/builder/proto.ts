import onnxProto from "onnx-proto";
import { ModelError } from "@evenodds/core";
import Long from "long";

/** The generated protobuf classes of ONNX 1.10.2 (IR version 8). Only the builder and the checker touch them. */
export import onnx = onnxProto.onnx;

const lowest = -(2n ** 63n);
const highest = 2n ** 63n - 1n;

/**
 * Returns a whole number as the Long that the protobuf writer needs: it would write a bigint as 0 without a warning.
 *
 * Throws {@link ModelError} for fractions, NaN, numbers beyond 2^53 (use a bigint) and bigints beyond 64 bits.
 */
export function toLong(value: number | bigint, argument: string): Long {
  if (typeof value === "number") {
    if (Number.isSafeInteger(value)) return Long.fromNumber(value);
    throw new ModelError({ argument, expected: "a whole number below 2^53, or a bigint", found: `${value}` });
  }
  if (value < lowest || value > highest) {
    throw new ModelError({ argument, expected: "a 64-bit integer", found: `${value}` });
  }
  return Long.fromString(value.toString());
}
