import { ModelError } from "@evenodds/core";
import onnxProto from "onnx-proto";

const { onnx } = onnxProto;

/** A decoded ONNX file that has a graph. */
export type DecodedModel = onnxProto.onnx.ModelProto & { readonly graph: onnxProto.onnx.IGraphProto };

/** Decodes an ONNX file. Throws {@link ModelError} for bytes that are empty, cut off or something else than a model. */
export function decodeModel(bytes: Uint8Array): DecodedModel {
  if (bytes.length === 0) throw notAModel("an empty file");
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  if (start.startsWith("version https://git-lfs")) {
    throw notAModel("a pointer of Git LFS", { hint: "get the file itself with: git lfs pull" });
  }
  const model = decode(bytes);
  if (!hasGraph(model)) throw notAModel(`${bytes.length} bytes without a model graph`);
  return model;
}

function decode(bytes: Uint8Array): onnxProto.onnx.ModelProto {
  try {
    return onnx.ModelProto.decode(bytes);
  } catch (cause) {
    throw notAModel(`${bytes.length} bytes that are cut off or of another format`, { cause });
  }
}

function hasGraph(model: onnxProto.onnx.ModelProto): model is DecodedModel {
  return Number(String(model.irVersion)) > 0 && (model.graph?.output?.length ?? 0) > 0;
}

function notAModel(found: string, more: { readonly hint?: string; readonly cause?: unknown } = {}): ModelError {
  return new ModelError({ argument: "model", expected: "an ONNX file", found, hint: more.hint }, { cause: more.cause });
}
