import { ProofError } from "@evenodds/core";
import { elementBytes, elementTypeOf } from "../builder/element-type.js";
import { onnx } from "../builder/proto.js";
import { checkExternal, type DataFileSize, type DataSpan } from "./check-external.js";

/**
 * Checks that a constant has a type of the builder and exactly the bytes of its shape, in the ONNX file or in `data`.
 * Returns the number of its float32 values, and where it is in `data`. Throws {@link ProofError}.
 */
export function checkInitializer(
  tensor: onnx.ITensorProto,
  data?: DataFileSize,
): { parameters: number; span?: DataSpan | undefined } {
  const { name, dataType, dims, rawData, dataLocation } = tensor;
  const argument = `constant "${name ?? ""}"`;
  const type = elementTypeOf(dataType);
  if (type === undefined) {
    throw new ProofError({ argument, expected: "float32, int64 or bool", found: `data type ${dataType ?? "unset"}` });
  }
  const shape = (dims ?? []).map(Number);
  const elements = shape.reduce((product, size) => product * size, 1);
  const expected = elements * elementBytes[type];
  const parameters = type === "float32" ? elements : 0;
  if (dataLocation === onnx.TensorProto.DataLocation.EXTERNAL) {
    return { parameters, span: checkExternal(tensor, { argument, needed: expected, data }) };
  }
  const found = rawData?.length ?? 0;
  if (found !== expected) {
    throw new ProofError({
      argument,
      expected: `${expected} bytes for ${type} [${shape.join(", ")}]`,
      found: `${found} bytes of raw data`,
    });
  }
  return { parameters };
}
