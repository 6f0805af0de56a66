import { resolve } from "node:path";
import { hashGraph, InputError, UsageError } from "@evenodds/core";
import { loadGraph, type LoadedGraph } from "@evenodds/data";
import {
  openEngine,
  RunFolder,
  train,
  type EpochRecord,
  type RunConfig,
  type TrainingData,
  type TrainingOptions,
  type TrainingResult,
} from "@evenodds/trainer";

/** How a training run is watched and stopped. */
export interface RunHooks {
  readonly signal: AbortSignal;
  /** Called once before the first epoch; returns what to call after each. */
  readonly onStart: (run: {
    graph: LoadedGraph;
    engine: string;
    epochsDone: number;
    options: TrainingOptions;
  }) => (record: EpochRecord) => void;
}

/** Starts a new run in `out`, or in memory alone where `out` is null. */
export async function startRun(
  request: {
    readonly graph: string;
    readonly engine: string;
    readonly options: TrainingOptions;
    readonly out: string | null;
  },
  hooks: RunHooks,
): Promise<TrainingResult> {
  const loaded = await loadGraph(request.graph);
  const data = trainingData(loaded);
  const engine = await openEngine(request.engine);
  const { options } = request;
  const config: RunConfig = { graph: resolve(request.graph), sha256: data.sha256, engine: engine.name, options };
  const folder = request.out === null ? null : await RunFolder.create(request.out, config);
  const onEpoch = hooks.onStart({ graph: loaded, engine: engine.description, epochsDone: 0, options });
  const result = await train(data, options, {
    engine,
    signal: hooks.signal,
    onEpoch,
    onCheckpoint: folder === null ? undefined : (state, history) => folder.saveCheckpoint(state, history),
  });
  await folder?.saveResult(result);
  return result;
}

/** Goes on with the run in `path` from its last checkpoint, to the same bytes as a run that was never stopped. */
export async function resumeRun(path: string, hooks: RunHooks): Promise<TrainingResult> {
  const { folder, config } = await RunFolder.open(path);
  const loaded = await loadGraph(config.graph);
  const data = trainingData(loaded);
  if (data.sha256 !== config.sha256) {
    throw new InputError({
      argument: config.graph,
      expected: `the graph that the run began with (${config.sha256.slice(0, 12)}…)`,
      found: `another content (${data.sha256.slice(0, 12)}…)`,
      hint: "bring the old files back, or start a new run",
    });
  }
  const engine = await openEngine(config.engine);
  const { options } = config;
  const resume = (await folder.loadCheckpoint()) ?? undefined;
  const epochsDone = resume?.state.epoch ?? 0;
  const result = await train(data, options, {
    engine,
    signal: hooks.signal,
    resume,
    onEpoch: hooks.onStart({ graph: loaded, engine: engine.description, epochsDone, options }),
    onCheckpoint: (state, history) => folder.saveCheckpoint(state, history),
  });
  await folder.saveResult(result);
  return result;
}

/** Returns a loaded graph as training takes it. Throws {@link InputError} where no node has a label. */
export function trainingData({ graph, nodes, name, labelled }: LoadedGraph): TrainingData {
  requireLabels({ name, labelled });
  return { graph, nodes, name, sha256: hashGraph(graph, nodes) };
}

/** Throws {@link InputError} for a graph without labels. */
export function requireLabels({ name, labelled }: { readonly name: string; readonly labelled: number }): void {
  if (labelled > 0) return;
  throw new InputError({
    argument: `graph ${JSON.stringify(name)}`,
    expected: "labelled nodes",
    found: "none: equalized odds compares predictions given the true label",
    hint: "name the label column in the graph card (nodes.label)",
  });
}

/** Throws {@link UsageError} where both or neither of a new graph and a run to resume are given. */
export function checkRequest(graph: string | undefined, resume: string | undefined): void {
  if ((graph === undefined) !== (resume === undefined)) return;
  throw new UsageError({
    argument: "evenodds train",
    expected: "either a graph to train on or --resume with the folder of a run",
    found: graph === undefined ? "neither" : "both",
  });
}
