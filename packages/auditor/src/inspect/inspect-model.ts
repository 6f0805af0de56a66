import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { pickOutput, readableOutputs } from "../preflight/pick-output.js";
import { classLabels, labelledTensors } from "./class-labels.js";
import { columnOutputs } from "./column-outputs.js";
import { decodeModel } from "./decode-model.js";
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
  const counts = new Map([...labelledTensors(graph)].map(([tensor, { names }]) => [tensor, names.length]));
  const columns = columnOutputs(graph, counts);
  // A matrix whose columns are outputs is read as if it were one.
  const matrices = columns.map(({ tensor }) => ({ name: tensor }));
  const wider = { ...graph, output: [...(graph.output ?? []), ...matrices] };
  const facts = traceModel({ ...model, graph: wider }, { name, visit: found.visit, sizes });
  const named = { classLabels: classLabels(wider), zippedOutputs: zippedOutputs(graph), columnOutputs: columns };
  const read = pickOutput({ outputs, ...named })?.name;
  const isMatrix = (one: string) => columns.some(({ tensor }) => tensor === one);
  const described = [...outputs, ...readableOutputs({ outputs, ...named }).filter((one) => isMatrix(one.name))];
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
    outputMeanings: described.map((tensor) =>
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
