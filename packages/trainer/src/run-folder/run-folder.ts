import { readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import {
  decodeTrainedModel,
  encodeTrainedModel,
  findMisfit,
  InputError,
  JsonRefusal,
  parseJson,
  UsageError,
  type JsonShape,
  type TrainedModel,
  type NamedWeight,
  type StoredTensor,
  decodeSafetensors,
  encodeSafetensors,
  ModelError,
} from "@evenodds/core";
import { isThere } from "./is-there.js";
import { makeFolders } from "./make-folders.js";
import { readWhole } from "./read-whole.js";
import { unfinished, writeBeside } from "./write-beside.js";
import { formatHistory, parseHistory } from "../training/format-history.js";
import { parseTrainingOptions, type TrainingOptions } from "../training/training-options.js";
import type { DataSplit } from "../training/training-data.js";
import type { TrainingState } from "../training/training-state.js";
import type { EpochRecord, TrainingResult } from "../training/training-result.js";
import type { AdamSlot, AdamState } from "../training/adam.js";
import { restoreStreams, saveStreams, streamNames, type SavedStreams } from "../training/streams.js";

/** What a run was started with. */
export interface RunConfig {
  /** Where the graph was read from, as an absolute path. */
  readonly graph: string;
  /** Hash of the graph's content; a run continues only with the same content. */
  readonly sha256: string;
  /** The split that the graph gave and the run uses. Default: the run draws one. */
  readonly split?: Omit<DataSplit, "parts"> | undefined;
  readonly engine: string;
  readonly options: TrainingOptions;
}

const files = {
  config: "config.json",
  history: "history.csv",
  checkpoint: "checkpoint.safetensors",
  model: "model.safetensors",
  summary: "summary.json",
} as const;

/**
 * A folder that keeps one run: `config.json`, `history.csv` (a row per epoch), `checkpoint.safetensors`, and once it is
 * finished `model.safetensors` and `summary.json`. Every file is written beside its place and then renamed, so none is
 * ever half there.
 */
export class RunFolder {
  private constructor(readonly path: string) {}

  /** Starts a run in a new or empty folder. Throws {@link UsageError} where there is something already. */
  static async create(path: string, config: RunConfig): Promise<RunFolder> {
    await RunFolder.checkNew(path);
    const folder = new RunFolder(path);
    await makeFolders(path);
    for (const name of (await readdir(path)).filter(isUnfinished)) await rm(join(path, name), { force: true });
    await folder.write("config", JSON.stringify(config, null, 2) + "\n");
    return folder;
  }

  /** Throws {@link UsageError} unless a run can be started in `path`: a folder that is new or empty. */
  static async checkNew(path: string): Promise<void> {
    const expected = "a new or empty folder for the run";
    if (await new RunFolder(path).has("config")) {
      const hint = `go on with evenodds train --resume ${path}, or choose another folder`;
      throw new UsageError({ argument: "‘out’", expected, found: `a run in ${path}`, hint });
    }
    const [first] = (await readdir(path).catch(() => [])).filter((name) => !isUnfinished(name));
    if (first === undefined) return;
    const found = `${path} with ${JSON.stringify(first)} in it`;
    throw new UsageError({ argument: "‘out’", expected, found, hint: "choose another folder" });
  }

  /** Removes the files of a run, and nothing else, so that another can be started in its place. */
  static async remove(path: string): Promise<void> {
    for (const file of Object.values(files)) {
      await rm(join(path, file), { force: true });
      await rm(join(path, `${file}${unfinished}`), { force: true });
    }
  }

  /** Opens a run that was started before. Throws {@link InputError} where there is none. */
  static async open(path: string): Promise<{ folder: RunFolder; config: RunConfig }> {
    const folder = new RunFolder(path);
    if (!(await folder.has("config"))) {
      if ((await readdir(path).catch(() => [])).some(isUnfinished)) {
        const hint = "start it again with evenodds train --out and the same folder";
        throw new InputError({ argument: path, expected: "a run", found: "one that was killed before it began", hint });
      }
      throw new InputError({
        argument: path,
        expected: `the folder of a run, with ${files.config}`,
        found: "no such file",
        hint: "name the folder that was given to evenodds train --out",
      });
    }
    const config = parseConfig(await folder.readText("config"), join(path, files.config));
    return { folder, config: { ...config, options: parseTrainingOptions(config.options) } };
  }

  /** Saves where the run stands. The history goes first, so that it is never shorter than the checkpoint says. */
  async saveCheckpoint(state: TrainingState, history: readonly EpochRecord[]): Promise<void> {
    await this.write("history", formatHistory(history));
    await this.write("checkpoint", encodeState(state));
  }

  /**
   * Returns where the run stands; null before the first checkpoint. Throws {@link ModelError} for a checkpoint that is
   * none, and {@link InputError} for a history that has not one row for every epoch.
   */
  async loadCheckpoint(): Promise<{ state: TrainingState; history: EpochRecord[] } | null> {
    if (!(await this.has("checkpoint"))) return null;
    const state = decodeState(await this.readBytes("checkpoint"), join(this.path, files.checkpoint));
    const history = parseHistory(await this.readText("history"), {
      lastEpoch: state.epoch,
      name: join(this.path, files.history),
    });
    return { state, history };
  }

  /** Saves what a finished run gave. */
  async saveResult({ model, summary }: TrainingResult): Promise<void> {
    await this.write("model", encodeTrainedModel(model));
    await this.write("summary", JSON.stringify(summary, null, 2) + "\n");
  }

  /** Returns the trained model. Throws {@link InputError} where the run is not finished. */
  async loadModel(): Promise<TrainedModel> {
    if (!(await this.has("model"))) {
      throw new InputError({
        argument: this.path,
        expected: "a finished run",
        found: `no ${files.model}`,
        hint: "finish it with evenodds train --resume",
      });
    }
    return decodeTrainedModel(await this.readBytes("model"), join(this.path, files.model));
  }

  private async write(file: keyof typeof files, content: string | Uint8Array): Promise<void> {
    await writeBeside(join(this.path, files[file]), content);
  }

  private async readBytes(file: keyof typeof files): Promise<Uint8Array> {
    return readWhole(join(this.path, files[file]));
  }

  private async readText(file: keyof typeof files): Promise<string> {
    return readFile(join(this.path, files[file]), "utf8");
  }

  private async has(file: keyof typeof files): Promise<boolean> {
    return isThere(join(this.path, files[file]));
  }
}

/** What is left of a process that was killed while it wrote a file of a run. */
function isUnfinished(name: string): boolean {
  return Object.values(files).some((file) => name === `${file}${unfinished}`);
}

function parseConfig(text: string, name: string): RunConfig {
  const wrong = (cause?: unknown) => {
    const found = cause instanceof JsonRefusal ? cause.message : "something else";
    return new InputError({ argument: name, expected: "the settings of a run, as JSON", found }, { cause });
  };
  try {
    const config = parseJson(text) as RunConfig | null;
    const { graph, sha256, split, engine, options } = config ?? {};
    const texts = [graph, sha256, engine, ...(split === undefined ? [] : [split?.from, split?.sha256])];
    const areTexts = texts.every((value) => typeof value === "string");
    if (config !== null && areTexts && typeof options === "object" && options !== null) return config;
  } catch (cause) {
    throw wrong(cause);
  }
  throw wrong();
}

const format = "evenodds.checkpoint/1";
const slotParts = ["parameter", "firstMoment", "secondMoment"] as const;

interface Progress {
  epoch: number;
  steps: { classifier: number; discriminator: number | null };
  best: { epoch: number; loss: number } | null;
  streams: SavedStreams;
}

const progressShape = {
  fields: {
    epoch: "count",
    steps: { fields: { classifier: "count", discriminator: { orNull: "count" } } },
    best: { orNull: { fields: { epoch: "count", loss: "number" } } },
    streams: { fields: Object.fromEntries(streamNames.map((name) => [name, { list: "number" }])) },
  },
} as const satisfies JsonShape;

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
  const wrong = (found: string) => new ModelError({ argument: name, expected: "a checkpoint", found });
  let progress: unknown;
  try {
    progress = parseJson(text);
  } catch {
    throw wrong("one whose progress is not JSON");
  }
  const misfit = findMisfit(progress, progressShape);
  if (misfit !== null) throw wrong(`one without ${misfit.expected} at ${JSON.stringify(misfit.path)} of its progress`);
  // Whole numbers of 32 bits each: where a generator of random numbers stands.
  const isState = (state: readonly number[]) => state.length === 4 && state.every((word) => word === (word | 0));
  if (Object.values((progress as Progress).streams).every(isState)) return progress as Progress;
  throw wrong("one whose random streams are not where any could stand");
}

function restoreAdam(
  tensors: ReadonlyMap<string, StoredTensor>,
  { network, steps }: { network: string; steps: number },
): AdamState {
  const slots = new Map<string, AdamSlot>();
  for (const [name, { shape, values }] of weightsUnder(tensors, `${network}/`)) {
    const at = name.lastIndexOf("/");
    if (name.slice(at + 1) !== slotParts[0]) continue;
    const owner = name.slice(0, at);
    const moment = (which: (typeof slotParts)[number]) => {
      const stored = tensors.get(`${network}/${owner}/${which}`);
      return stored?.values instanceof Float32Array && stored.values.length === values.length ? stored.values : null;
    };
    const [firstMoment, secondMoment] = [moment("firstMoment"), moment("secondMoment")];
    if (firstMoment === null || secondMoment === null) continue;
    slots.set(owner, { shape, parameter: values, firstMoment, secondMoment });
  }
  return { slots, steps };
}

/** Weights by what follows `prefix` in their name; what is no float32 is none. */
function weightsUnder(tensors: ReadonlyMap<string, StoredTensor>, prefix: string): Map<string, NamedWeight> {
  const weights = new Map<string, NamedWeight>();
  for (const [key, { shape, values }] of tensors) {
    if (key.startsWith(prefix) && values instanceof Float32Array)
      weights.set(key.slice(prefix.length), { shape, values });
  }
  return weights;
}
