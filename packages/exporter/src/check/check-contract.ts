import {
  contract,
  JsonRefusal,
  logitColumns,
  metadataKeys,
  parseJson,
  ProofError,
  requiredMetadata,
  tasks,
  type Task,
} from "@evenodds/core";
import { elementTypeOf } from "../builder/element-type.js";
import type { onnx } from "../builder/proto.js";

/**
 * Checks IR version, opset, metadata keys, inputs and output against the deployed-model contract; F and C are the
 * lengths of the feature names and classes in the metadata, and the task there says whether `logits` has C columns or
 * 1. N and E may be numbers instead of names; then N is the same in the output. A third input `edge_weight: float32[E]`
 * may follow. Throws {@link ProofError} naming the field.
 */
export function checkContract(model: onnx.ModelProto): void {
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
