import {
  ProofError,
  contract,
  JsonRefusal,
  logitColumns,
  metadataKeys,
  parseJson,
  requiredMetadata,
  tasks,
  type Task,
} from "@evenodds/core";
import { onnx } from "../builder/proto.js";
import { checkDataflow } from "./check-dataflow.js";
import { checkDisjoint, type DataFileSize, checkExternal, type DataSpan } from "./check-external.js";
import { checkNode } from "./check-node.js";
import { graphsWithin } from "./graphs-within.js";
import { inferGraph } from "./inference/infer-graph.js";
import { elementBytes, elementTypeOf } from "../builder/element-type.js";

/** What an ONNX file that passed {@link checkStructure} holds. Nested graphs are counted with the one around them. */
export interface StructureFindings {
  readonly nodes: number;
  readonly initializers: number;
  /** Number of float32 values among the initializers. */
  readonly parameters: number;
  /** The different operators, sorted. */
  readonly operators: readonly string[];
}

/**
 * Checks that `bytes` are an ONNX file as this package writes it, without running it, and returns what it holds:
 *
 * - decoded and encoded again, the file is the same byte for byte;
 * - IR version, opset, inputs, output and metadata are as promised by the deployed-model contract;
 * - every value is produced before it is read, under a name of its own; no node and no constant is there in vain;
 * - every node is of an operator that the exporter knows, `ScatterND` never among them, with the attributes and inputs
 *   that it takes; types and shapes, as they follow from node to node, fit where they meet and are those of the output;
 * - every constant has as many bytes as its shape and type need, in the file itself or, where `data` says that there is
 *   one and how large it is, aligned in the file beside it and shared with no other.
 *
 * Throws {@link ProofError} naming the first thing that is wrong.
 */
export function checkStructure(
  bytes: Uint8Array,
  { data }: { readonly data?: DataFileSize | undefined } = {},
): StructureFindings {
  const model = decode(bytes);
  checkSameBytes(bytes, model);
  checkContract(model);
  const graphs = graphsWithin(onnx.GraphProto.create(model.graph ?? {}));
  const nodes = graphs.flatMap((graph) => graph.node ?? []);
  const initializers = graphs.flatMap((graph) => graph.initializer ?? []);
  nodes.forEach(checkNode);
  const sizes = initializers.map((tensor) => checkInitializer(tensor, data));
  checkDisjoint(sizes.flatMap(({ span }) => span ?? []));
  checkDataflow(graphs[0]!);
  inferGraph(graphs[0]!);
  return {
    nodes: nodes.length,
    initializers: initializers.length,
    parameters: sizes.reduce((sum, { parameters }) => sum + parameters, 0),
    operators: [...new Set(nodes.map((node) => node.opType ?? ""))].sort(),
  };
}

function decode(bytes: Uint8Array): onnx.ModelProto {
  try {
    return onnx.ModelProto.decode(bytes);
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : "another format";
    throw new ProofError({ argument: "file", expected: "an ONNX model", found }, { cause });
  }
}

function checkSameBytes(bytes: Uint8Array, model: onnx.ModelProto): void {
  const again = onnx.ModelProto.encode(model).finish();
  const at = bytes.findIndex((byte, i) => byte !== again[i]);
  if (at < 0 && again.length === bytes.length) return;
  throw new ProofError({
    argument: "file decoded and encoded again",
    expected: `the same ${bytes.length} bytes`,
    found: at < 0 ? `${again.length} bytes` : `another byte at ${at}`,
    hint: "the file holds fields that ONNX IR version 8 does not know",
  });
}

/**
 * Checks that a constant has a type of the builder and exactly the bytes of its shape, in the ONNX file or in `data`.
 * Returns the number of its float32 values, and where it is in `data`. Throws {@link ProofError}.
 */
function checkInitializer(
  tensor: onnx.ITensorProto,
  data?: DataFileSize,
): { parameters: number; span?: DataSpan | undefined } {
  const { name, dataType, dims, rawData, dataLocation } = tensor;
  const argument = `constant "${name ?? ""}"`;
  const type = elementTypeOf(dataType);
  if (type === undefined) {
    throw new ProofError({ argument, expected: "float32, int64 or bool", found: `data type ${dataType ?? "unset"}` });
  }
  const shape = (dims ?? []).map(Number);
  const elements = shape.reduce((product, size) => product * size, 1);
  const expected = elements * elementBytes[type];
  const parameters = type === "float32" ? elements : 0;
  if (dataLocation === onnx.TensorProto.DataLocation.EXTERNAL) {
    return { parameters, span: checkExternal(tensor, { argument, needed: expected, data }) };
  }
  const found = rawData?.length ?? 0;
  if (found !== expected) {
    throw new ProofError({
      argument,
      expected: `${expected} bytes for ${type} [${shape.join(", ")}]`,
      found: `${found} bytes of raw data`,
    });
  }
  return { parameters };
}

/**
 * Checks IR version, opset, metadata keys, inputs and output against the deployed-model contract; F and C are the
 * lengths of the feature names and classes in the metadata, and the task there says whether `logits` has C columns or
 * 1. N and E may be numbers instead of names; then N is the same in the output. A third input `edge_weight: float32[E]`
 * may follow. Throws {@link ProofError} naming the field.
 */
function checkContract(model: onnx.ModelProto): void {
  compare("IR version", { expected: `${contract.irVersion}`, found: `${Number(model.irVersion)}` });
  const opsets = model.opsetImport.map(({ domain, version }) => `${domain || "ai.onnx"} ${Number(version)}`);
  compare("opset", { expected: `ai.onnx ${contract.opset}`, found: opsets.join(", ") });
  const metadata = readMetadata(model);
  const features = listLength(metadata, metadataKeys.featureNames);
  const columns = logitColumns({
    task: taskOf(metadata),
    classes: listLength(metadata, metadataKeys.classes),
  });
  const { x, edgeIndex, edgeWeight, logits, nodeAxis, arcAxis } = contract;
  const inputs = model.graph?.input ?? [];
  const nodes = fixedSize(inputs[0], 0) || nodeAxis;
  const arcs = fixedSize(inputs[1], 1) ?? arcAxis;
  const weight = inputs[2]?.name === edgeWeight ? `, ${edgeWeight}: float32[${arcs}]` : "";
  compare("inputs", {
    expected: `${x}: float32[${nodes}, ${features}], ${edgeIndex}: int64[2, ${arcs}]${weight}`,
    found: inputs.map(written).join(", "),
  });
  compare("outputs", {
    expected: `${logits}: float32[${nodes}, ${columns}]`,
    found: (model.graph?.output ?? []).map(written).join(", "),
  });
}

function compare(argument: string, { expected, found }: { expected: string; found: string }): void {
  if (expected !== found) throw new ProofError({ argument, expected, found: found || "none" });
}

function readMetadata({ metadataProps }: onnx.ModelProto): ReadonlyMap<string, string> {
  const metadata = new Map<string, string>();
  for (const { key, value } of metadataProps) {
    if (metadata.has(key ?? "")) {
      throw new ProofError({ argument: `metadata "${key ?? ""}"`, expected: "one value", found: "two" });
    }
    metadata.set(key ?? "", value ?? "");
  }
  for (const key of requiredMetadata) {
    if (metadata.has(key)) continue;
    throw new ProofError({ argument: `metadata "${key}"`, expected: "a value", found: "none" });
  }
  return metadata;
}

function taskOf(metadata: ReadonlyMap<string, string>): Task {
  const found = metadata.get(metadataKeys.task)!;
  const task = tasks.find((known) => known === found);
  if (task !== undefined) return task;
  throw new ProofError({
    argument: `metadata "${metadataKeys.task}"`,
    expected: tasks.join(", "),
    found: `"${found}"`,
  });
}

function listLength(metadata: ReadonlyMap<string, string>, key: string): number {
  const text = metadata.get(key)!;
  const complaint = { argument: `metadata "${key}"`, expected: "a JSON list", found: text.slice(0, 60) };
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (cause) {
    const found = cause instanceof JsonRefusal ? cause.message : complaint.found;
    throw new ProofError({ ...complaint, found }, { cause });
  }
  if (!Array.isArray(value)) throw new ProofError(complaint);
  return value.length;
}

/** The size that a file fixes for one axis of an input; undefined where it is named only. */
function fixedSize(input: onnx.IValueInfoProto | undefined, axis: number): number | undefined {
  const { dimParam, dimValue } = input?.type?.tensorType?.shape?.dim?.[axis] ?? {};
  return dimParam || dimValue === undefined || dimValue === null ? undefined : Number(dimValue);
}

/** For example `x: float32[N, 276]`. */
function written({ name, type }: onnx.IValueInfoProto): string {
  const { elemType, shape } = type?.tensorType ?? {};
  const sizes = (shape?.dim ?? []).map(({ dimParam, dimValue }) => dimParam || `${Number(dimValue)}`);
  return `${name ?? ""}: ${elementTypeOf(elemType) ?? `type ${elemType ?? "unset"}`}[${sizes.join(", ")}]`;
}
