import type { NamedWeight, StoredTensor } from "@evenodds/core";
import { decodeSafetensors, encodeSafetensors, ModelError, parseJson } from "@evenodds/core";
import type { AdamSlot, AdamState } from "../optimizers/adam.js";
import type { TrainingState } from "./state.js";
import { restoreStreams, saveStreams, type SavedStreams } from "./streams.js";

const format = "evenodds.checkpoint/1";
const slotParts = ["parameter", "firstMoment", "secondMoment"] as const;

interface Progress {
  epoch: number;
  steps: { classifier: number; discriminator: number | null };
  best: { epoch: number; loss: number } | null;
  streams: SavedStreams;
}

/**
 * Returns a checkpoint file: the whole training state as safetensors, so that a run that continues from it gives the
 * same bytes as one that never stopped.
 */
export function encodeState(state: TrainingState): Uint8Array {
  const tensors = new Map<string, StoredTensor>();
  for (const network of ["classifier", "discriminator"] as const) {
    for (const [name, slot] of state[network]?.slots ?? []) {
      for (const part of slotParts) {
        tensors.set(`${network}/${name}/${part}`, { shape: slot.shape, values: slot[part] });
      }
    }
  }
  for (const [name, weight] of state.running) tensors.set(`running/${name}`, weight);
  for (const [name, weight] of state.best?.weights ?? []) tensors.set(`best/${name}`, weight);
  const progress: Progress = {
    epoch: state.epoch,
    steps: { classifier: state.classifier.steps, discriminator: state.discriminator?.steps ?? null },
    best: state.best === null ? null : { epoch: state.best.epoch, loss: state.best.loss },
    streams: saveStreams(state.streams),
  };
  return encodeSafetensors(tensors, { format, progress: JSON.stringify(progress) });
}

/** Puts a checkpoint file back on the engine. Throws {@link ModelError} for a file that is none. */
export function decodeState(file: Uint8Array, name: string): TrainingState {
  const { tensors, metadata } = decodeSafetensors(file, name);
  const progress = metadata.get("progress");
  if (metadata.get("format") !== format || progress === undefined) {
    throw new ModelError({ argument: name, expected: `a checkpoint of format ${format}`, found: "another file" });
  }
  const { epoch, steps, best, streams } = parseProgress(progress, name);
  return {
    epoch,
    classifier: restoreAdam(tensors, { network: "classifier", steps: steps.classifier }),
    running: weightsUnder(tensors, "running/"),
    discriminator:
      steps.discriminator === null
        ? null
        : restoreAdam(tensors, { network: "discriminator", steps: steps.discriminator }),
    best: best === null ? null : { ...best, weights: weightsUnder(tensors, "best/") },
    streams: restoreStreams(streams),
  };
}

function parseProgress(text: string, name: string): Progress {
  try {
    const progress = parseJson(text) as Progress | null;
    if (typeof progress?.steps === "object" && typeof progress.streams === "object") return progress;
  } catch {
    // What is no JSON is as little a checkpoint as another object.
  }
  throw new ModelError({ argument: name, expected: "a checkpoint", found: "one whose progress cannot be read" });
}

function restoreAdam(
  tensors: ReadonlyMap<string, StoredTensor>,
  { network, steps }: { network: string; steps: number },
): AdamState {
  const slots = new Map<string, AdamSlot>();
  for (const key of tensors.keys()) {
    const [owner, name, part] = key.split("/");
    if (owner !== network || part !== slotParts[0]) continue;
    const restore = (which: (typeof slotParts)[number]) =>
      tensors.get(`${network}/${name!}/${which}`)!.values as Float32Array;
    slots.set(name!, {
      shape: tensors.get(key)!.shape,
      parameter: restore("parameter"),
      firstMoment: restore("firstMoment"),
      secondMoment: restore("secondMoment"),
    });
  }
  return { slots, steps };
}

function weightsUnder(tensors: ReadonlyMap<string, StoredTensor>, prefix: string): Map<string, NamedWeight> {
  const weights = new Map<string, NamedWeight>();
  for (const [key, { shape, values }] of tensors) {
    if (key.startsWith(prefix)) weights.set(key.slice(prefix.length), { shape, values: values as Float32Array });
  }
  return weights;
}
