/**
 * Keys of `metadata_props` in exported files. Every value is a text; those that are JSON have their keys in code-unit
 * order and no blanks, so the same model gives the same bytes.
 */
export const metadataKeys = {
  /** JSON list of the F columns of `x`, in order: `["age","height"]`. */
  featureNames: "evenodds.feature_names",
  /**
   * What the columns of `logits` mean (`Task`): `classification`, one logit per class; `binary`, one logit of
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
  /** How the graph puts neighbours together, see `exportForms`. */
  form: "evenodds.form",
  /**
   * What the graph does to raw features first: `{"method":"none"}`, or
   * `{"method":"z-score","scale":[…F numbers],"shift":[…F numbers]}` (also `min-max`) for `x · scale + shift` per
   * column. For the reader only: it is part of the graph.
   */
  preprocessing: "evenodds.preprocessing",
  /**
   * JSON list of the layers (`Layer`), from which the file can be cut into a `LayerPlan`. Absent in files of earlier
   * versions.
   */
  layers: "evenodds.layers",
  /**
   * `{"test":"…","train":"…","validation":"…"}`: per part the sorted hashes of its nodes, 16 hex digits each, without
   * separator (`RecordedSplit`). Absent where it is not known which nodes the model was trained on.
   */
  split: "evenodds.split",
  /**
   * `Provenance`:
   * `{"engine":…,"epochs":…,"graph":{"name":…,"sha256":…},"method":…,"options":{…},"seed":…,"sensitive":…,"tool":…}`.
   * Absent where nothing of the training is known.
   */
  provenance: "evenodds.provenance",
  /**
   * Names, separated by commas. This and the next are the two keys that the ONNX specification recommends. Absent
   * unless stated.
   */
  author: "model_author",
  /** SPDX identifier, text or address of the license. Absent unless stated. */
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
