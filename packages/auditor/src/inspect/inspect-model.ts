import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { pickOutput } from "../preflight/pick-output.js";
import { classLabels } from "./class-labels.js";
import { countOperators } from "./count-operators.js";
import { describeTensor } from "./describe-tensor.js";
import { FixedSizes } from "./fixed-sizes.js";
import type { ModelDescription } from "./model-description.js";
import { collectFindings } from "./model-findings.js";
import { describeOutput } from "./output-kind/describe-output.js";
import { readMetadata } from "./read-metadata.js";
import { summedInputs } from "./summed-inputs.js";
import { unknownFact } from "./trace/traced-value.js";
import { traceModel } from "./trace/trace-model.js";
import { zippedOutputs } from "./zip-maps.js";
import { findBrokenOnnx, ModelError } from "@evenodds/core";
import onnxProto from "onnx-proto";

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
  const sizes = new FixedSizes();
  const facts = traceModel(model, { name, visit: found.visit, sizes });
  const named = { classLabels: classLabels(graph), zippedOutputs: zippedOutputs(graph) };
  const read = pickOutput({ outputs, ...named })?.name;
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
    largestFixed: sizes.largest,
    outputMeanings: outputs.map((tensor) =>
      describeOutput(tensor, {
        fact: facts.get(tensor.name) ?? unknownFact,
        recorded: tensor.name === read ? metadata.task : null,
      }),
    ),
    ...named,
    summedInputs: summedInputs(graph),
    findings: found.findings(),
    metadata,
  };
}

const { onnx } = onnxProto;

/** A decoded ONNX file that has a graph. */
type DecodedModel = onnxProto.onnx.ModelProto & { readonly graph: onnxProto.onnx.IGraphProto };

/**
 * Decodes an ONNX file. Throws {@link ModelError} with `name` as its argument for bytes that are empty, cut off or
 * something else than a model.
 */
function decodeModel(bytes: Uint8Array, name = "model"): DecodedModel {
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
