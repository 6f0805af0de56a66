import { ModelError } from "@evenodds/core";
import { onnx } from "../../builder/proto.js";
import { graphOfModel } from "./edit-graph.js";
import { fieldBytes, joinBytes, messageFields } from "./message-fields.js";

/** Contents of the files beside a model that hold some of its tensors, under the paths that the model names. */
export type ExternalData = ReadonlyMap<string, Uint8Array>;

const fields = { graph: 7, initializer: 5, rawData: 9, externalData: 13, dataLocation: 14 } as const;

/**
 * Returns a model with the tensors of the files beside it within, so that it is one file whereever it is moved to; the same
 * bytes where there are none. Throws {@link ModelError} for a file that is not given or too short.
 */
export function embedData(bytes: Uint8Array, files: ExternalData): Uint8Array {
  if (files.size === 0) return bytes;
  return joinBytes(
    graphOfModel(bytes).map(({ field, graph }) => {
      if (graph === undefined) return field.whole;
      const parts = graph.map(({ number, whole, content }) =>
        number === fields.initializer ? fieldBytes(number, withData(content, files)) : whole,
      );
      return fieldBytes(fields.graph, joinBytes(parts));
    }),
  );
}

function withData(tensor: Uint8Array, files: ExternalData): Uint8Array {
  const { name, externalData, dataLocation } = onnx.TensorProto.decode(tensor);
  if (dataLocation !== onnx.TensorProto.DataLocation.EXTERNAL) return tensor;
  const entry = (key: string) => externalData.find((pair) => pair.key === key)?.value ?? undefined;
  const location = entry("location") ?? "";
  const file = files.get(location);
  const offset = Number(entry("offset") ?? 0);
  const length = Number(entry("length") ?? (file?.length ?? 0) - offset);
  if (file === undefined || offset + length > file.length) {
    throw new ModelError({
      argument: `data of "${name}"`,
      expected: `${length} bytes at ${offset} of ${location}`,
      found: file === undefined ? "no such file" : `a file of ${file.length} bytes`,
      hint: "keep the data files of a model in its folder",
    });
  }
  const kept = messageFields(tensor).filter(
    ({ number }) => number !== fields.externalData && number !== fields.dataLocation,
  );
  return joinBytes([
    ...kept.map(({ whole }) => whole),
    fieldBytes(fields.rawData, file.subarray(offset, offset + length)),
  ]);
}
