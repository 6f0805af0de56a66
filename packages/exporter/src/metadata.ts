import type { TrainedModel } from "@evenodds/core";
import { canonicalJson } from "./canonical-json.js";

/**
 * Keys of `metadata_props` in exported files. Every value is a text; those that are JSON have their keys in code-unit
 * order and no blanks, so the same model gives the same bytes.
 */
export const metadataKeys = {
  /** JSON list of the F columns of `x`, in order: `["age","height"]`. */
  featureNames: "evenodds.feature_names",
  /** JSON list of the C classes; column c of `logits` is class c: `["0","1"]`. */
  classes: "evenodds.classes",
  /** Name of the label column, as it is. */
  label: "evenodds.label",
  /**
   * What the graph does to raw features first: `{"method":"none"}`, or
   * `{"method":"z-score","scale":[…F numbers],"shift":[…F numbers]}` (also `min-max`) for `x · scale + shift` per column.
   * For the reader only: it is part of the graph.
   */
  preprocessing: "evenodds.preprocessing",
  /**
   * `{"test":"…","train":"…","validation":"…"}`: per part the sorted hashes of its nodes, 16 hex digits each, without
   * separator (`RecordedSplit` of core).
   */
  split: "evenodds.split",
  /**
   * `Provenance` of core:
   * `{"engine":…,"epochs":…,"graph":{"name":…,"sha256":…},"method":…,"options":{…},"seed":…,"sensitive":…,"tool":…}`.
   */
  provenance: "evenodds.provenance",
  /** SPDX identifier or text, one of the two keys that the ONNX specification recommends. Absent unless stated. */
  license: "model_license",
} as const;

/** The keys that every exported file has. */
export const requiredMetadata: readonly string[] = [
  metadataKeys.featureNames,
  metadataKeys.classes,
  metadataKeys.label,
  metadataKeys.preprocessing,
  metadataKeys.split,
  metadataKeys.provenance,
];

/** Returns the entries of `metadata_props`, in the order in which they are written. */
export function metadataOf(
  model: TrainedModel,
  { license }: { license?: string | undefined } = {},
): [string, string][] {
  const { method, scale, shift } = model.preprocessing;
  const preprocessing = method === "none" ? { method } : { method, scale: [...scale], shift: [...shift] };
  const { train, validation, test } = model.split;
  return [
    [metadataKeys.featureNames, json(metadataKeys.featureNames, model.featureNames)],
    [metadataKeys.classes, json(metadataKeys.classes, model.classes)],
    [metadataKeys.label, model.labelName],
    [metadataKeys.preprocessing, json(metadataKeys.preprocessing, preprocessing)],
    [metadataKeys.split, json(metadataKeys.split, { train, validation, test })],
    [metadataKeys.provenance, json(metadataKeys.provenance, model.provenance)],
    ...(license === undefined ? [] : [[metadataKeys.license, license] satisfies [string, string]]),
  ];
}

function json(key: string, value: unknown): string {
  return canonicalJson(value, `metadata ${key}`);
}
