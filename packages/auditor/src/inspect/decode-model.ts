import { findBrokenOnnx, ModelError } from "@evenodds/core";
import onnxProto from "onnx-proto";

const { onnx } = onnxProto;

/** A decoded ONNX file that has a graph. */
export type DecodedModel = onnxProto.onnx.ModelProto & { readonly graph: onnxProto.onnx.IGraphProto };

/**
 * Decodes an ONNX file. Throws {@link ModelError} with `name` as its argument for bytes that are empty, cut off or
 * something else than a model.
 */
export function decodeModel(bytes: Uint8Array, name = "model"): DecodedModel {
  const notAModel = (found: string, { hint, cause }: { readonly hint?: string; readonly cause?: unknown } = {}) =>
    new ModelError({ argument: name, expected: "an ONNX file", found, hint }, { cause });
  if (bytes.length === 0) throw notAModel("an empty file");
  const start = new TextDecoder().decode(bytes.subarray(0, 64));
  if (start.startsWith("version https://git-lfs")) {
    throw notAModel("a pointer of Git LFS", { hint: "get the file itself with: git lfs pull" });
  }
  const broken = findBrokenOnnx(bytes);
  if (broken !== undefined) throw notAModel(`${bytes.length} bytes that are ${broken}`);
  let model: onnxProto.onnx.ModelProto;
  try {
    model = onnx.ModelProto.decode(bytes);
  } catch (cause) {
    throw notAModel(`${bytes.length} bytes that are cut off or of another format`, { cause });
  }
  if (!hasGraph(model)) throw notAModel(`${bytes.length} bytes without a model graph`);
  return model;
}

function hasGraph(model: onnxProto.onnx.ModelProto): model is DecodedModel {
  return Number(String(model.irVersion)) > 0 && (model.graph?.output?.length ?? 0) > 0;
}
