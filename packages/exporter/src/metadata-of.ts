import { defaultExportForm, metadataKeys } from "@evenodds/core";
import { canonicalJson } from "./canonical-json.js";
import type { ExportOptions } from "./export-options.js";
import type { ExportableModel } from "./exportable-model.js";

/** Returns the entries of `metadata_props`, in the order in which they are written. */
export function metadataOf(
  model: ExportableModel,
  { form = defaultExportForm, author, license }: Pick<ExportOptions, "form" | "author" | "license"> = {},
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
    [metadataKeys.layers, json(metadataKeys.layers, model.layers)],
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
