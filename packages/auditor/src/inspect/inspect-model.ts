import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { classLabels } from "./class-labels.js";
import { countOperators } from "./count-operators.js";
import { decodeModel } from "./decode-model.js";
import { describeTensor } from "./describe-tensor.js";
import type { ModelDescription } from "./model-description.js";
import { readMetadata } from "./read-metadata.js";

/**
 * Returns what an ONNX file says about itself: versions, inputs and outputs, operators, size, and what evenodds recorded
 * in it. Nothing is run; ONNX Runtime does not show metadata, so the file is decoded here.
 *
 * Throws ModelError for bytes that are no ONNX file and for tensors in files outside its folder, with `name` as its argument,
 * and for `evenodds.*` metadata of a wrong form.
 */
export function inspectModel(bytes: Uint8Array, name = "model"): ModelDescription {
  const model = decodeModel(bytes, name);
  const { graph } = model;
  const constants = new Set((graph.initializer ?? []).map(({ name }) => name));
  return {
    sha256: bytesToHex(sha256(bytes)),
    bytes: bytes.length,
    irVersion: Number(String(model.irVersion)),
    opsets: model.opsetImport.map(({ domain, version }) => ({
      domain: domain ?? "",
      version: Number(String(version)),
    })),
    producer: [model.producerName, model.producerVersion].filter((text) => text !== "").join(" "),
    inputs: (graph.input ?? []).filter(({ name }) => !constants.has(name)).map(describeTensor),
    outputs: (graph.output ?? []).map(describeTensor),
    ...countOperators(model, name),
    classLabels: classLabels(graph),
    metadata: readMetadata(model.metadataProps),
  };
}
