import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { pickOutput } from "../preflight/match-tensors.js";
import { classLabels } from "./class-labels.js";
import { countOperators } from "./count-operators.js";
import { decodeModel } from "./decode-model.js";
import { describeTensor } from "./describe-tensor.js";
import type { ModelDescription } from "./model-description.js";
import { collectFindings } from "./model-findings.js";
import { describeOutput } from "./output-kind/describe-output.js";
import { readMetadata } from "./read-metadata.js";
import { unknownFact } from "./trace/fact.js";
import { traceModel } from "./trace/trace-model.js";

/**
 * Returns what an ONNX file says about itself: versions, inputs and outputs, what the outputs mean, operators and what
 * is known to go wrong with them, size, and what evenodds recorded in it. Nothing is run; ONNX Runtime does not show
 * metadata, so the file is decoded here.
 *
 * Throws ModelError for bytes that are no ONNX file and for tensors in files outside its folder, with `name` as its
 * argument, and for `evenodds.*` metadata of a wrong form.
 */
export function inspectModel(bytes: Uint8Array, name = "model"): ModelDescription {
  const model = decodeModel(bytes, name);
  const { graph } = model;
  const constants = new Set((graph.initializer ?? []).map((tensor) => tensor.name));
  const outputs = (graph.output ?? []).map(describeTensor);
  const census = countOperators(model, name);
  const metadata = readMetadata(model.metadataProps);
  const found = collectFindings(census);
  const facts = traceModel(model, { name, visit: found.visit });
  const read = pickOutput(outputs);
  return {
    sha256: bytesToHex(sha256(bytes)),
    bytes: bytes.length,
    irVersion: Number(String(model.irVersion)),
    opsets: model.opsetImport.map(({ domain, version }) => ({
      domain: domain ?? "",
      version: Number(String(version)),
    })),
    producer: [model.producerName, model.producerVersion].filter((text) => text !== "").join(" "),
    inputs: (graph.input ?? []).filter((input) => !constants.has(input.name)).map(describeTensor),
    outputs,
    ...census,
    outputMeanings: outputs.map((tensor) =>
      describeOutput(tensor, {
        fact: facts.get(tensor.name) ?? unknownFact,
        recorded: tensor === read ? metadata.task : null,
      }),
    ),
    classLabels: classLabels(graph),
    findings: found.findings(),
    metadata,
  };
}
