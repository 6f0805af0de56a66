import { ModelError } from "@evenodds/core";
import { onnx } from "../../builder/proto.js";
import { fieldBytes, joinBytes, messageFields, type MessageField } from "./message-fields.js";

/** What is changed in the graph of a model. Everything else is copied as it stands. */
export interface GraphEdit {
  /** What stands in the place of the nodes at these positions; an empty list takes a node out. */
  readonly nodes: ReadonlyMap<number, readonly onnx.INodeProto[]>;
  /** Names of constants and of notes on values that are taken out. */
  readonly dropped: ReadonlySet<string>;
  /** Constants that are added behind those that are there. */
  readonly added: readonly onnx.ITensorProto[];
}

const modelGraph = 7;
const fields = { node: 1, initializer: 5, valueInfo: 13 } as const;

/**
 * Returns the bytes of a model with an edited graph. Names, versions, metadata, documentation and every node that stays are
 * the same byte for byte, fields of newer versions of ONNX included. Throws {@link ModelError} where the file has not exactly
 * one graph.
 */
export function editGraph(bytes: Uint8Array, edit: GraphEdit): Uint8Array {
  return joinBytes(
    graphOfModel(bytes).map(({ field, graph }) =>
      graph === undefined ? field.whole : fieldBytes(modelGraph, editedGraph(graph, edit)),
    ),
  );
}

/** The fields of a model; that of the graph is taken apart. */
export function graphOfModel(
  bytes: Uint8Array,
): { readonly field: MessageField; readonly graph: readonly MessageField[] | undefined }[] {
  const model = messageFields(bytes);
  const count = model.filter(({ number }) => number === modelGraph).length;
  if (count !== 1) throw new ModelError({ argument: "model", expected: "one graph", found: `${count}` });
  return model.map((field) => ({
    field,
    graph: field.number === modelGraph ? messageFields(field.content) : undefined,
  }));
}

function editedGraph(graph: readonly MessageField[], { nodes, dropped, added }: GraphEdit): Uint8Array {
  let position = -1;
  const parts = graph.flatMap(({ number, whole, content }) => {
    switch (number) {
      case fields.node:
        position++;
        return nodes.get(position)?.map((node) => fieldBytes(number, onnx.NodeProto.encode(node).finish())) ?? [whole];
      case fields.initializer:
        return dropped.has(onnx.TensorProto.decode(content).name) ? [] : [whole];
      case fields.valueInfo:
        return dropped.has(onnx.ValueInfoProto.decode(content).name) ? [] : [whole];
      default:
        return [whole];
    }
  });
  const constants = added.map((tensor) => fieldBytes(fields.initializer, onnx.TensorProto.encode(tensor).finish()));
  return joinBytes([...parts, ...constants]);
}
