import onnxProto from "onnx-proto";
import { isZipMap, zippedOutputs } from "../inspect/zip-maps.js";

const { onnx } = onnxProto;

/** A matrix inside a model that is read in place of outputs. */
export interface HiddenTensor {
  readonly name: string;
  /** An output of the same element type; absent of lists of maps, which are of float32. */
  readonly like?: string | undefined;
}

/**
 * Returns a model that has a tensor of its own as an output, and none that are lists of maps, as `ZipMap` makes them:
 * ONNX Runtime's JavaScript cannot return those.
 */
export function exposeTensor(bytes: Uint8Array, { name, like }: HiddenTensor): Uint8Array {
  const model = onnx.ModelProto.decode(bytes);
  const graph = model.graph!;
  const outputs = graph.output ?? [];
  const zipped = new Set(zippedOutputs(graph).map(({ output }) => output));
  const kept = outputs.filter((output) => !zipped.has(output.name ?? ""));
  const elemType = outputs.find((output) => output.name === like)?.type?.tensorType?.elemType;
  const type = { tensorType: { elemType: elemType ?? onnx.TensorProto.DataType.FLOAT } };
  graph.output = kept.some((output) => output.name === name) ? kept : [...kept, { name, type }];
  graph.node = (graph.node ?? []).filter((node) => !(isZipMap(node) && zipped.has(node.output?.[0] ?? "")));
  return onnx.ModelProto.encode(model).finish();
}
