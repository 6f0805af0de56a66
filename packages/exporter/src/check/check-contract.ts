import { ProofError } from "@evenodds/core";
import { elementTypeOf } from "../builder/element-type.js";
import type { onnx } from "../builder/proto.js";
import { contract } from "../contract.js";
import { metadataKeys, requiredMetadata } from "../metadata.js";

/**
 * Checks IR version, opset, metadata keys, inputs and output against the deployed-model contract; F and C are the
 * lengths of the feature names and classes in the metadata. Throws {@link ProofError} naming the field.
 */
export function checkContract(model: onnx.ModelProto): void {
  compare("IR version", { expected: `${contract.irVersion}`, found: `${Number(model.irVersion)}` });
  const opsets = model.opsetImport.map(({ domain, version }) => `${domain || "ai.onnx"} ${Number(version)}`);
  compare("opset", { expected: `ai.onnx ${contract.opset}`, found: opsets.join(", ") });
  const metadata = readMetadata(model);
  const features = listLength(metadata, metadataKeys.featureNames);
  const classes = listLength(metadata, metadataKeys.classes);
  const { x, edgeIndex, logits, nodeAxis, arcAxis } = contract;
  compare("inputs", {
    expected: `${x}: float32[${nodeAxis}, ${features}], ${edgeIndex}: int64[2, ${arcAxis}]`,
    found: (model.graph?.input ?? []).map(written).join(", "),
  });
  compare("outputs", {
    expected: `${logits}: float32[${nodeAxis}, ${classes}]`,
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

function listLength(metadata: ReadonlyMap<string, string>, key: string): number {
  const text = metadata.get(key)!;
  const complaint = { argument: `metadata "${key}"`, expected: "a JSON list", found: text.slice(0, 60) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new ProofError(complaint, { cause });
  }
  if (!Array.isArray(value)) throw new ProofError(complaint);
  return value.length;
}

/** For example `x: float32[N, 276]`. */
function written({ name, type }: onnx.IValueInfoProto): string {
  const { elemType, shape } = type?.tensorType ?? {};
  const sizes = (shape?.dim ?? []).map(({ dimParam, dimValue }) => dimParam || `${Number(dimValue)}`);
  return `${name ?? ""}: ${elementTypeOf(elemType) ?? `type ${elemType ?? "unset"}`}[${sizes.join(", ")}]`;
}
