import { resolve } from "node:path";
import { duringWork, InterruptedError } from "@evenodds/core";
import { loadGraph, makeFolder, type LoadedGraph } from "@evenodds/data";
import {
  openEngine,
  RunFolder,
  train,
  trainingMemory,
  type DataSplit,
  type Engine,
  type EpochRecord,
  type RunConfig,
  type TrainHooks,
  type TrainingData,
  type TrainingOptions,
  type TrainingResult,
} from "@evenodds/trainer";
import { checkOutput } from "../check-output.js";
import {
  requireContent,
  requireRecorded,
  trainingAttributes,
  trainingData,
  type SplitChoice,
} from "./training-data.js";

/** A run that is about to begin. */
export interface StartingRun {
  readonly graph: LoadedGraph;
  /** What computes, in words. */
  readonly engine: string;
  readonly epochsDone: number;
  readonly options: TrainingOptions;
  /** The split that the graph gives, where the run uses it. */
  readonly split: DataSplit | undefined;
}

/** How a training run is watched and stopped. */
export interface RunWatch {
  /** Stops the run after the epoch in progress. */
  readonly signal: AbortSignal;
  readonly onEpoch: (record: EpochRecord) => void;
  /** Called when the run ends, however it ends. */
  readonly finish: () => void;
}

/** Called before the first epoch, when it is sure that the run can begin. */
export type WatchRun = (run: StartingRun) => RunWatch;

/** Starts a new run in the folder `out`. Nothing is written where data and options do not fit. */
export async function startRun(
  request: {
    readonly graph: string;
    readonly engine: string;
    readonly options: TrainingOptions;
    readonly out: string;
  } & SplitChoice,
  watch: WatchRun,
): Promise<TrainingResult> {
  const { options, out } = request;
  await checkOutput(out, { kind: "folder" });
  await RunFolder.checkNew(out);
  const loaded = await loadGraph(request.graph, { sensitive: trainingAttributes(options) });
  const data = trainingData(loaded, request);
  const engine = await openEngine(request.engine);
  const { sha256, split } = data;
  const config: RunConfig = {
    graph: resolve(request.graph),
    sha256,
    ...(split && { split: { from: split.from, sha256: split.sha256 } }),
    engine: engine.name,
    options,
  };
  const open = async () => {
    await makeFolder(out);
    return RunFolder.create(out, config);
  };
  return trainInFolder(data, { options, engine, open, begin: { graph: loaded, epochsDone: 0 }, watch });
}

/** Goes on with the run in `path` from its last checkpoint, to the same bytes as a run that was never stopped. */
export async function resumeRun(path: string, watch: WatchRun): Promise<TrainingResult> {
  const { folder, config } = await RunFolder.open(path);
  await requireRecorded(config.graph, "bring it back to go on");
  const loaded = await loadGraph(config.graph, { sensitive: trainingAttributes(config.options) });
  const data = trainingData(loaded, { drawSplit: config.split === undefined });
  const hint = "bring the old files back, or start a new run";
  const what = "the graph that the run began with";
  requireContent(config.graph, { known: config.sha256, found: data.sha256, what, hint });
  if (config.split !== undefined) {
    const part = {
      known: config.split.sha256,
      found: data.split?.sha256 ?? "none",
      what: "the split that the run uses",
    };
    requireContent(config.graph, { ...part, hint });
  }
  const engine = await openEngine(config.engine);
  const { options } = config;
  const resume = (await folder.loadCheckpoint()) ?? undefined;
  const begin = { graph: loaded, epochsDone: resume?.state.epoch ?? 0 };
  return trainInFolder(data, { options, engine, open: () => Promise.resolve(folder), begin, watch, resume });
}

async function trainInFolder(
  data: TrainingData,
  run: {
    readonly options: TrainingOptions;
    readonly engine: Engine;
    /** Opens the folder once it is sure that the run can begin. */
    readonly open: () => Promise<RunFolder>;
    readonly begin: Pick<StartingRun, "graph" | "epochsDone">;
    readonly watch: WatchRun;
    readonly resume?: TrainHooks["resume"];
  },
): Promise<TrainingResult> {
  const { options, engine, begin, resume } = run;
  let folder: RunFolder | undefined;
  let watched: RunWatch | undefined;
  try {
    const training = { doing: "train", library: null, memory: trainingMemory(data, options) };
    const result = await duringWork(training, () =>
      train(data, options, {
        engine,
        resume,
        get signal() {
          return watched?.signal;
        },
        onReady: async () => {
          folder = await run.open();
          watched = run.watch({ ...begin, engine: engine.description, options, split: data.split });
        },
        onEpoch: (record) => watched?.onEpoch(record),
        onCheckpoint: async (state, history) => folder?.saveCheckpoint(state, history),
      }),
    );
    await folder?.saveResult(result);
    return result;
  } catch (error) {
    if (!(error instanceof InterruptedError) || folder === undefined) throw error;
    throw new InterruptedError({ ...error.complaint, hint: `go on with evenodds train --resume ${folder.path}` });
  } finally {
    watched?.finish();
  }
}
