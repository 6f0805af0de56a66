import { ModelError } from "@evenodds/core";
import { onnx } from "./builder/proto.js";

/** The most bytes that a protobuf message can have. Source: protobuf.dev, "Proto Limits". */
export const largestModel = 2 ** 31 - 1;

/** Returns the bytes of a model. Throws {@link ModelError} with the way out where one file cannot hold them. */
export function encodeModel(model: onnx.ModelProto, { limit = largestModel }: { limit?: number } = {}): Uint8Array {
  const writer = onnx.ModelProto.encode(model);
  if (writer.len > limit) throw tooLarge(writer.len, limit);
  return new Uint8Array(writer.finish());
}

/** The error for a model of so many bytes. */
export function tooLarge(bytes: number, limit = largestModel): ModelError {
  return new ModelError({
    argument: "model",
    expected: `at most ${limit} bytes, which an ONNX file can have`,
    found: `${bytes}`,
    hint: "put the weights into a file beside it: exportFiles and optimizeFiles do so from externalFrom bytes on",
  });
}
