import onnxProto from "onnx-proto";
import { isZipMap, zippedOutputs } from "../inspect/zip-maps.js";

const { onnx } = onnxProto;

/**
 * Returns a model whose outputs that are lists of maps, as `ZipMap` makes them, are replaced by the matrices `[N, C]`
 * that those were made of, under the names of these: ONNX Runtime's JavaScript cannot return maps.
 */
export function exposeZipped(bytes: Uint8Array): Uint8Array {
  const model = onnx.ModelProto.decode(bytes);
  const graph = model.graph!;
  const tensors = new Map(zippedOutputs(graph).map(({ output, tensor }) => [output, tensor]));
  const type = { tensorType: { elemType: onnx.TensorProto.DataType.FLOAT } };
  const names = new Set<string>();
  graph.output = (graph.output ?? []).flatMap((output) => {
    const name = tensors.get(output.name ?? "");
    if (name === undefined) return [output];
    if (names.has(name)) return [];
    names.add(name);
    return [{ name, type }];
  });
  graph.node = (graph.node ?? []).filter((node) => !(isZipMap(node) && tensors.has(node.output?.[0] ?? "")));
  return onnx.ModelProto.encode(model).finish();
}
