import { ModelError } from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { checkOnnx, fieldBytes, joinBytes, messageFields, type MessageField } from "./message-fields.js";

/** What is changed in the graph of a model. Everything else is copied as it stands. */
export interface GraphEdit {
  /** What takes the place of the nodes at these positions; an empty list takes a node out. */
  readonly nodes: ReadonlyMap<number, readonly onnx.INodeProto[]>;
  /** Names of constants and of notes on values that are taken out. */
  readonly dropped: ReadonlySet<string>;
  /** Constants that are added behind those that are there. */
  readonly added: readonly onnx.ITensorProto[];
  /** Names of inputs that are taken out. */
  readonly droppedInputs?: ReadonlySet<string> | undefined;
  /** Version of the format, in place of the one that is there. */
  readonly irVersion?: number | undefined;
}

const [modelVersion, modelGraph] = [1, 7];
const fields = { node: 1, initializer: 5, input: 11, valueInfo: 13 } as const;

/**
 * Returns the bytes of a model with an edited graph. Names, versions, metadata, documentation and every node that stays
 * are the same byte for byte, fields of newer versions of ONNX included. Throws {@link ModelError} where the file has
 * not exactly one graph.
 */
export function editGraph(bytes: Uint8Array, edit: GraphEdit): Uint8Array {
  const { irVersion } = edit;
  const version = irVersion === undefined ? [] : [onnx.ModelProto.encode({ irVersion }).finish()];
  const parts = graphOfModel(bytes).map(({ field, graph }) => {
    if (field.number === modelVersion && irVersion !== undefined) return new Uint8Array();
    return graph === undefined ? field.whole : fieldBytes(modelGraph, editedGraph(graph, edit));
  });
  return joinBytes([...version, ...parts]);
}

/** The fields of a model; that of the graph is taken apart. */
export function graphOfModel(
  bytes: Uint8Array,
): { readonly field: MessageField; readonly graph: readonly MessageField[] | undefined }[] {
  checkOnnx(bytes);
  const model = messageFields(bytes);
  const count = model.filter(({ number }) => number === modelGraph).length;
  if (count !== 1) throw new ModelError({ argument: "model", expected: "one graph", found: `${count}` });
  return model.map((field) => ({
    field,
    graph: field.number === modelGraph ? messageFields(field.content) : undefined,
  }));
}

function editedGraph(graph: readonly MessageField[], edit: GraphEdit): Uint8Array {
  const { nodes, dropped, added, droppedInputs } = edit;
  let position = -1;
  const parts = graph.flatMap(({ number, whole, content }) => {
    switch (number) {
      case fields.node:
        position++;
        return nodes.get(position)?.map((node) => fieldBytes(number, onnx.NodeProto.encode(node).finish())) ?? [whole];
      case fields.initializer:
        return dropped.has(onnx.TensorProto.decode(content).name) ? [] : [whole];
      case fields.input:
        return droppedInputs?.has(onnx.ValueInfoProto.decode(content).name) === true ? [] : [whole];
      case fields.valueInfo:
        return dropped.has(onnx.ValueInfoProto.decode(content).name) ? [] : [whole];
      default:
        return [whole];
    }
  });
  const constants = added.map((tensor) => fieldBytes(fields.initializer, onnx.TensorProto.encode(tensor).finish()));
  return joinBytes([...parts, ...constants]);
}
