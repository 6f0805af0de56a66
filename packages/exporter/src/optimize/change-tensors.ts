import { onnx } from "../builder/proto.js";
import { graphOfModel } from "./edit-graph.js";
import { fieldBytes, joinBytes, messageFields } from "./message-fields.js";

const fields = { graph: 7, initializer: 5, rawData: 9, externalData: 13, dataLocation: 14 } as const;

/** Where the content of a tensor is: in the model, or at these entries of `external_data`. */
export type TensorContent = { readonly inside: Uint8Array } | { readonly outside: onnx.IStringStringEntryProto[] };

/**
 * Returns a model in which the content of constants is where `change` says; those for which it says nothing, and
 * everything else, stay the same byte for byte.
 */
export function changeTensors(
  bytes: Uint8Array,
  change: (tensor: onnx.TensorProto) => TensorContent | undefined,
): Uint8Array {
  return joinBytes(
    graphOfModel(bytes).map(({ field, graph }) => {
      if (graph === undefined) return field.whole;
      const parts = graph.map(({ number, whole, content }) => {
        const changed = number === fields.initializer ? change(onnx.TensorProto.decode(content)) : undefined;
        return changed === undefined ? whole : fieldBytes(number, withContent(content, changed));
      });
      return fieldBytes(fields.graph, joinBytes(parts));
    }),
  );
}

function withContent(tensor: Uint8Array, content: TensorContent): Uint8Array {
  const replaced: readonly number[] = [fields.rawData, fields.externalData, fields.dataLocation];
  const kept = messageFields(tensor).filter(({ number }) => !replaced.includes(number));
  const added =
    "inside" in content
      ? fieldBytes(fields.rawData, content.inside)
      : onnx.TensorProto.encode({
          externalData: content.outside,
          dataLocation: onnx.TensorProto.DataLocation.EXTERNAL,
        }).finish();
  return joinBytes([...kept.map(({ whole }) => whole), added]);
}
