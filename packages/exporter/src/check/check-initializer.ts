import { ProofError } from "@evenodds/core";
import { elementBytes, elementTypeOf } from "../builder/element-type.js";
import type { onnx } from "../builder/proto.js";

/**
 * Checks that a constant has a type of the builder and exactly the bytes of its shape. Returns the number of its float32
 * values. Throws {@link ProofError}.
 */
export function checkInitializer({ name, dataType, dims, rawData }: onnx.ITensorProto): { parameters: number } {
  const argument = `constant "${name ?? ""}"`;
  const type = elementTypeOf(dataType);
  if (type === undefined) {
    throw new ProofError({ argument, expected: "float32, int64 or bool", found: `data type ${dataType ?? "unset"}` });
  }
  const shape = (dims ?? []).map(Number);
  const elements = shape.reduce((product, size) => product * size, 1);
  const expected = elements * elementBytes[type];
  const found = rawData?.length ?? 0;
  if (found !== expected) {
    throw new ProofError({
      argument,
      expected: `${expected} bytes for ${type} [${shape.join(", ")}]`,
      found: `${found} bytes of raw data`,
    });
  }
  return { parameters: type === "float32" ? elements : 0 };
}
