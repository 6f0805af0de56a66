import { ModelError } from "@evenodds/core";
import { onnx } from "../builder/proto.js";

/** Contents of the files beside a model that hold some of its tensors, under the paths that the model names. */
export type ExternalData = ReadonlyMap<string, Uint8Array>;

/**
 * Returns the content of a tensor that is in a file beside the model, a view of that file; undefined for a tensor that
 * is in the model itself. Throws {@link ModelError} for a file that is not given or too short, and for places that are
 * not numbers.
 */
export function externalContent(
  { name, externalData, dataLocation }: onnx.ITensorProto,
  files: ExternalData,
): Uint8Array | undefined {
  if (dataLocation !== onnx.TensorProto.DataLocation.EXTERNAL) return undefined;
  const entry = (key: string) => externalData?.find((pair) => pair.key === key)?.value ?? undefined;
  const location = entry("location") ?? "";
  const file = files.get(location);
  const offset = Number(entry("offset") ?? 0);
  const length = Number(entry("length") ?? (file?.length ?? 0) - offset);
  if (file !== undefined && offset >= 0 && length >= 0 && offset + length <= file.length) {
    return file.subarray(offset, offset + length);
  }
  throw new ModelError({
    argument: `data of "${name ?? ""}"`,
    expected: `${length} bytes at ${offset} of ${location}`,
    found: file === undefined ? "no such file" : `a file of ${file.length} bytes`,
    hint: "keep the data files of a model in its folder",
  });
}
