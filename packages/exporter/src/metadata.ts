import { canonicalJson } from "./canonical-json.js";
import type { ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";

/**
 * Keys of `metadata_props` in exported files. Every value is a text; those that are JSON have their keys in code-unit
 * order and no blanks, so the same model gives the same bytes.
 */
export const metadataKeys = {
  /** JSON list of the F columns of `x`, in order: `["age","height"]`. */
  featureNames: "evenodds.feature_names",
  /**
   * What the columns of `logits` mean (`Task` of core): `classification`, one logit per class; `binary`, one logit of
   * the second of two classes; `regression`, the predicted number.
   */
  task: "evenodds.task",
  /**
   * JSON list of the C classes: `["0","1"]`. In a classification column c of `logits` is class c; for a regression the
   * list is empty.
   */
  classes: "evenodds.classes",
  /** Name of the label column, as it is. */
  label: "evenodds.label",
  /** How the graph puts neighbours together: `fast` or `portable` (`ExportOptions`). */
  form: "evenodds.form",
  /**
   * What the graph does to raw features first: `{"method":"none"}`, or
   * `{"method":"z-score","scale":[…F numbers],"shift":[…F numbers]}` (also `min-max`) for `x · scale + shift` per
   * column. For the reader only: it is part of the graph.
   */
  preprocessing: "evenodds.preprocessing",
  /**
   * `{"test":"…","train":"…","validation":"…"}`: per part the sorted hashes of its nodes, 16 hex digits each, without
   * separator (`RecordedSplit` of core). Absent where it is not known which nodes the model was trained on.
   */
  split: "evenodds.split",
  /**
   * `Provenance` of core:
   * `{"engine":…,"epochs":…,"graph":{"name":…,"sha256":…},"method":…,"options":{…},"seed":…,"sensitive":…,"tool":…}`.
   * Absent where nothing of the training is known.
   */
  provenance: "evenodds.provenance",
  /**
   * Names, separated by commas. This and the next are the two keys that the ONNX specification recommends. Absent
   * unless stated.
   */
  author: "model_author",
  /** SPDX identifier, text or address of the licence. Absent unless stated. */
  license: "model_license",
} as const;

/** The keys that every exported file has. */
export const requiredMetadata: readonly string[] = [
  metadataKeys.featureNames,
  metadataKeys.task,
  metadataKeys.classes,
  metadataKeys.label,
  metadataKeys.form,
  metadataKeys.preprocessing,
];

/** Returns the entries of `metadata_props`, in the order in which they are written. */
export function metadataOf(
  model: ExportableModel,
  { form = "fast", author, license }: Pick<ExportOptions, "form" | "author" | "license"> = {},
): [string, string][] {
  const { method, scale, shift } = model.preprocessing;
  const preprocessing = method === "none" ? { method } : { method, scale: [...scale], shift: [...shift] };
  return [
    [metadataKeys.featureNames, json(metadataKeys.featureNames, model.featureNames)],
    [metadataKeys.task, model.task],
    [metadataKeys.classes, json(metadataKeys.classes, model.classes)],
    [metadataKeys.label, model.labelName],
    [metadataKeys.form, form],
    [metadataKeys.preprocessing, json(metadataKeys.preprocessing, preprocessing)],
    ...trainingOf(model),
    ...stated(metadataKeys.author, author),
    ...stated(metadataKeys.license, license),
  ];
}

function stated(key: string, text: string | undefined): [string, string][] {
  return text === undefined ? [] : [[key, text]];
}

function trainingOf({ split, provenance }: ExportableModel): [string, string][] {
  const entries: [string, string][] = [];
  if (split !== undefined) {
    const { train, validation, test } = split;
    entries.push([metadataKeys.split, json(metadataKeys.split, { train, validation, test })]);
  }
  if (provenance !== undefined) entries.push([metadataKeys.provenance, json(metadataKeys.provenance, provenance)]);
  return entries;
}

function json(key: string, value: unknown): string {
  return canonicalJson(value, `metadata ${key}`);
}
