import { onnx } from "../builder/proto.js";
import { startDataFile, staysInside, type DataFile } from "./data-file.js";

/** Returns the number of bytes of all constants of a graph. */
export function constantBytes({ initializer }: Pick<onnx.IGraphProto, "initializer">): number {
  return (initializer ?? []).reduce((sum, { rawData }) => sum + (rawData?.length ?? 0), 0);
}

/**
 * Returns the constants of a graph with those that do not stay inside in a data file of the name `path`, and that file;
 * it is undefined where all stay inside.
 */
export function moveOutside(
  constants: readonly onnx.ITensorProto[],
  path: string,
): { initializer: onnx.ITensorProto[]; data: DataFile | undefined } {
  const file = startDataFile(path);
  const initializer = constants.map(({ name, dataType, dims, rawData }) => {
    const content = rawData ?? new Uint8Array(0);
    if (staysInside({ dataType, bytes: content.length })) {
      return onnx.TensorProto.create({ name, dataType, dims, rawData: content });
    }
    return onnx.TensorProto.create({
      name,
      dataType,
      dims,
      externalData: file.add(content),
      dataLocation: onnx.TensorProto.DataLocation.EXTERNAL,
    });
  });
  return { initializer, data: file.finish() };
}
