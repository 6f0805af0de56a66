import type { Task } from "../contract/task.js";
import { ModelError } from "../errors.js";
import { JsonRefusal, parseJson } from "../notation/parse-json.js";
import type { Layer } from "./layer.js";
import { decodeSafetensors, encodeSafetensors } from "./encode-safetensors.js";
import type { NamedWeight, Preprocessing, Provenance, RecordedSplit, TrainedModel } from "./trained-model.js";

const format = "evenodds.trained-model/1";

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
    if (values instanceof Float32Array) weights.set(key, { shape, values });
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
  try {
    const description = parseJson(text) as Description | null;
    // Whoever writes the format writes all of it: what is looked at is whether it is that format at all.
    const { layers, featureNames, classes, preprocessing } = description ?? {};
    const lists = [layers, featureNames, classes, preprocessing?.scale, preprocessing?.shift];
    if (description !== null && lists.every((list) => Array.isArray(list))) return description;
  } catch (cause) {
    const found = cause instanceof JsonRefusal ? `metadata with ${cause.message}` : "metadata that are no JSON";
    throw new ModelError({ argument: name, expected: "a trained model", found }, { cause });
  }
  throw new ModelError({ argument: name, expected: "a trained model", found: "metadata without layers and features" });
}
