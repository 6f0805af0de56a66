import { tasks, type Task } from "../contract/task.js";
import { ModelError } from "../errors.js";
import { findMisfit, type JsonShape, type Misfit } from "../notation/find-misfit.js";
import { JsonRefusal, parseJson } from "../notation/parse-json.js";
import { decodeSafetensors } from "../tensors/decode-safetensors.js";
import { encodeSafetensors } from "../tensors/encode-safetensors.js";
import type { Layer } from "./layer.js";
import { findLayerMisfit } from "./find-layer-misfit.js";
import {
  scalings,
  type NamedWeight,
  type Preprocessing,
  type Provenance,
  type RecordedSplit,
  type TrainedModel,
} from "./trained-model.js";

const format = "evenodds.trained-model/1";

/** What a description has to hold, its layers apart, see {@link misfitOf}. */
const descriptionShape = {
  fields: {
    layers: { list: "object" },
    edgeWeights: { optional: "flag" },
    featureNames: { list: "text" },
    preprocessing: {
      fields: { method: { choices: scalings }, scale: { list: "number" }, shift: { list: "number" } },
    },
    task: { optional: { choices: tasks } },
    labelName: "text",
    classes: { list: "text" },
    split: { fields: { train: "text", validation: "text", test: "text" } },
    provenance: {
      fields: {
        ...{ tool: "text", method: "text", seed: "count", options: "object", engine: "text" },
        ...{ graph: { fields: { name: "text", sha256: "text" } }, sensitive: { orNull: "text" }, epochs: "count" },
      },
    },
  },
} as const satisfies JsonShape;

interface Description {
  layers: Layer[];
  edgeWeights?: boolean | undefined;
  featureNames: string[];
  preprocessing: { method: Preprocessing["method"]; scale: number[]; shift: number[] };
  /** Files of classifiers from before there were other tasks lack it. */
  task?: Task;
  labelName: string;
  classes: string[];
  split: RecordedSplit;
  provenance: Provenance;
}

/**
 * Returns the one file that holds a trained model: a safetensors file whose metadata describe it. Same model, same
 * bytes.
 */
export function encodeTrainedModel(model: TrainedModel): Uint8Array {
  const { weights, preprocessing, ...rest } = model;
  const description: Description = {
    ...rest,
    layers: [...rest.layers],
    featureNames: [...rest.featureNames],
    classes: [...rest.classes],
    preprocessing: {
      method: preprocessing.method,
      scale: [...preprocessing.scale],
      shift: [...preprocessing.shift],
    },
  };
  return encodeSafetensors(weights, { format, model: JSON.stringify(description) });
}

/**
 * Reads what {@link encodeTrainedModel} writes. Throws {@link ModelError} with `name` as its argument for anything
 * else.
 */
export function decodeTrainedModel(file: Uint8Array, name: string): TrainedModel {
  const { tensors, metadata } = decodeSafetensors(file, name);
  const text = metadata.get("model");
  if (metadata.get("format") !== format || text === undefined) {
    throw new ModelError({
      argument: name,
      expected: `a trained model of format ${format}`,
      found: `format ${metadata.get("format") ?? "that is not named"}`,
    });
  }
  const { preprocessing, task = "classification", ...description } = parseDescription(text, name);
  const weights = new Map<string, NamedWeight>();
  for (const [key, { shape, values }] of tensors) {
    if (!(values instanceof Float32Array)) {
      throw new ModelError({ argument: `weight "${key}" of ${name}`, expected: "float32", found: "another type" });
    }
    weights.set(key, { shape, values });
  }
  return {
    ...description,
    task,
    preprocessing: {
      method: preprocessing.method,
      scale: Float32Array.from(preprocessing.scale),
      shift: Float32Array.from(preprocessing.shift),
    },
    weights,
  };
}

function parseDescription(text: string, name: string): Description {
  let description: unknown;
  try {
    description = parseJson(text);
  } catch (cause) {
    const found = cause instanceof JsonRefusal ? `metadata with ${cause.message}` : "metadata that are no JSON";
    throw new ModelError({ argument: name, expected: "a trained model", found }, { cause });
  }
  const misfit = misfitOf(description);
  if (misfit === null) return description as Description;
  const found = `something else at ${JSON.stringify(misfit.path)} of its metadata`;
  throw new ModelError({ argument: name, expected: `a trained model, with ${misfit.expected}`, found });
}

function misfitOf(value: unknown): Misfit | null {
  return findMisfit(value, descriptionShape) ?? findLayerMisfit((value as Description).layers, "layers");
}
