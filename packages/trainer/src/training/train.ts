import {
  InterruptedError,
  ModelError,
  type Split,
  hashNodeIds,
  recordSplit,
  version,
  type Layer,
  type NamedWeight,
  type TrainedModel,
} from "@evenodds/core";
import type { Engine } from "../engines/engine.js";
import { disposeConstants } from "./constants.js";
import { evaluateValidation, scores } from "./evaluate-validation.js";
import { epochRecord } from "./format-history.js";
import type { TrainingOptions } from "./training-options.js";
import { prepareRun, type PreparedRun } from "./prepare-run.js";
import { checkResumed } from "./check-resumed.js";
import { initialState, type TrainingState, type BestEpoch } from "./training-state.js";
import type { EpochRecord, TrainingResult, PartScores, Prediction, TrainingSummary } from "./training-result.js";
import { trainStep } from "./train-step.js";
import { parametersOf } from "./adam.js";
import type { TrainingData } from "./training-data.js";
import * as tf from "@tensorflow/tfjs-core";
import { weightTensors } from "../operations/weight-tensors.js";
import { runClassifier } from "./run-networks.js";

/** What a run tells while it runs. */
export interface TrainHooks {
  readonly engine: Engine;
  /** Stops the run after the epoch in progress. */
  readonly signal?: AbortSignal | undefined;
  /** State and history to go on from, as the last `onCheckpoint` saw them. */
  readonly resume?: { readonly state: TrainingState; readonly history: readonly EpochRecord[] } | undefined;
  /** Called once data and options are known to fit, before the first epoch. */
  readonly onReady?: (() => Promise<void>) | undefined;
  readonly onEpoch?: ((record: EpochRecord) => void) | undefined;
  /** Called every `checkpointEvery` epochs and when the run ends or is stopped. */
  readonly onCheckpoint?: ((state: TrainingState, history: readonly EpochRecord[]) => Promise<void>) | undefined;
  /** Default 50. */
  readonly checkpointEvery?: number | undefined;
}

/**
 * Trains a node classifier and returns the one with the smallest validation loss. One full-batch step of each network
 * per epoch, at most `epochs`; stops after `patience` epochs without a smaller validation loss, the full one unless
 * `monitor` says otherwise. Same data, options and engine give the same bytes, in one go or resumed. Source: EqGNN,
 * section 4, and its code; METHOD in `docs/method.md`.
 *
 * Throws `InputError` for data that cannot be learned from, {@link InterruptedError} when `signal` stops it (after a
 * last checkpoint), and {@link ModelError} where no epoch had a finite validation loss, or where the state to go on
 * from is not of these options.
 */
export async function train(data: TrainingData, options: TrainingOptions, hooks: TrainHooks): Promise<TrainingResult> {
  const { engine, resume } = hooks;
  const run = prepareRun(data, { engine, options });
  const initial = initialState(run.context.networks, options.seed);
  if (resume !== undefined) checkResumed(resume.state, initial);
  let state = resume?.state ?? initial;
  const history = [...(resume?.history ?? [])];
  try {
    await hooks.onReady?.();
    while (!isFinished(state, options)) {
      if (hooks.signal?.aborted) throw await stop(state, history, hooks);
      const epoch = advance(state, run);
      state = epoch.state;
      history.push(epoch.record);
      hooks.onEpoch?.(epoch.record);
      const checkpointDue = state.epoch % (hooks.checkpointEvery ?? 50) === 0;
      if (checkpointDue) await hooks.onCheckpoint?.(state, history);
      else await new Promise((resolve) => setImmediate(resolve));
    }
    await hooks.onCheckpoint?.(state, history);
    const { best } = state;
    if (best === null) throw diverged(state, options);
    return { model: trainedModel(run, best), history, ...summarize(run, { best, history }) };
  } finally {
    disposeConstants(run.context.constants);
  }
}

function isFinished({ epoch, best }: TrainingState, { epochs, patience }: TrainingOptions): boolean {
  return epoch >= epochs || epoch - (best?.epoch ?? 0) >= patience;
}

/** Does one epoch. */
function advance(state: TrainingState, { context }: PreparedRun): { state: TrainingState; record: EpochRecord } {
  const epoch = state.epoch + 1;
  const { losses, ...networks } = trainStep(state, context);
  const stepped: TrainingState = { ...state, ...networks, epoch };
  const validation = evaluateValidation(stepped, context);
  const loss = context.options.monitor === "full" ? validation.losses.total : validation.losses.task;
  const improved = Number.isFinite(loss) && loss < (state.best?.loss ?? Infinity);
  const best = improved
    ? { epoch, loss, weights: new Map([...parametersOf(networks.classifier), ...stepped.running]) }
    : state.best;
  return { state: { ...stepped, best }, record: epochRecord(epoch, losses, validation) };
}

async function stop(state: TrainingState, history: readonly EpochRecord[], hooks: TrainHooks) {
  await hooks.onCheckpoint?.(state, history);
  return new InterruptedError({
    argument: "training",
    expected: "to run to its end",
    found: `a request to stop after epoch ${state.epoch}`,
    hint: "go on with ‘resume’",
  });
}

function diverged({ epoch }: TrainingState, { learningRate }: TrainingOptions): ModelError {
  return new ModelError({
    argument: "training",
    expected: "a finite validation loss",
    found: `none in ${epoch} epochs`,
    hint: `scale the features or lower the learning rate of ${learningRate}`,
  });
}

/** Runs the best classifier on all nodes and scores each part of the split. */
function summarize(
  { context, split, warnings }: PreparedRun,
  { best, history }: { best: BestEpoch; history: readonly EpochRecord[] },
): { summary: TrainingSummary; prediction: Prediction; split: Split } {
  const { data, constants, options } = context;
  const { task } = constants;
  let prediction: Prediction = { classes: null, values: null };
  tf.tidy(() => {
    const { values } = runClassifier(context, { parameters: weightTensors(best.weights), wantsHidden: false });
    const { logits } = values;
    prediction = { classes: task.predictedClasses(logits), values: task.predictedValues(logits) };
  });
  const part = (nodes: Int32Array): PartScores => {
    const { accuracy, gap, rootMeanSquaredError } = scores(prediction, { ...context, nodes });
    return { nodes: nodes.length, accuracy, equalizedOddsDifference: gap, rootMeanSquaredError };
  };
  const summary = {
    graph: data.name,
    epochs: history.length,
    bestEpoch: best.epoch,
    validationLoss: best.loss,
    train: part(split.train),
    validation: part(split.validation),
    test: part(split.test),
    sensitiveIsFeature: options.sensitive === null ? null : data.graph.featureNames.includes(options.sensitive),
    warnings,
  };
  return { summary, prediction, split };
}

/**
 * Returns the classifier of the best epoch as plain data. The `None` column of training is cut off, and the unit in
 * which a regression learned is folded into the last layer.
 */
function trainedModel(run: PreparedRun, best: BestEpoch): TrainedModel {
  const { data, engine, options, networks, constants, opponent } = run.context;
  const { graph, nodes, name, sha256 } = data;
  const { task } = constants;
  const kept = keepColumns(networks.classifier, { weights: best.weights, columns: task.deployedOutputs });
  const { layers, weights } = task.unit === null ? kept : inUnit(kept, task.unit);
  return {
    layers,
    weights,
    ...(graph.edgeWeight === undefined ? {} : { edgeWeights: true }),
    featureNames: graph.featureNames,
    preprocessing: run.preprocessing,
    task: task.kind,
    labelName: nodes.labelName,
    classes: nodes.classes,
    split: recordSplit(run.split, hashNodeIds(graph.nodeIds, graph.idScope)),
    provenance: {
      tool: `evenodds ${version}`,
      method: options.method,
      seed: options.seed,
      options,
      engine: engine.description,
      graph: { name, sha256 },
      sensitive: opponent === null ? null : options.sensitive,
      epochs: best.epoch,
    },
  };
}

function keepColumns(
  layers: readonly Layer[],
  { weights, columns }: { weights: ReadonlyMap<string, NamedWeight>; columns: number },
): { layers: Layer[]; weights: Map<string, NamedWeight> } {
  const last = layers[layers.length - 1]!;
  if (last.kind !== "linear" || last.outputs === columns) return { layers: [...layers], weights: new Map(weights) };
  const kept = new Map(weights);
  for (const [part, rows] of [
    ["weight", last.inputs],
    ["bias", 1],
  ] as const) {
    const { values } = weights.get(`${last.name}.${part}`)!;
    const narrow = new Float32Array(rows * columns);
    for (let r = 0; r < rows; r++) {
      narrow.set(values.subarray(r * last.outputs, r * last.outputs + columns), r * columns);
    }
    kept.set(`${last.name}.${part}`, { shape: part === "bias" ? [columns] : [rows, columns], values: narrow });
  }
  return { layers: [...layers.slice(0, -1), { ...last, outputs: columns }], weights: kept };
}

/** Makes the last layer give `output · spread + mean`. */
function inUnit(
  { layers, weights }: { layers: Layer[]; weights: Map<string, NamedWeight> },
  { mean, spread }: { mean: number; spread: number },
): { layers: Layer[]; weights: Map<string, NamedWeight> } {
  const last = layers[layers.length - 1]!;
  if (!("name" in last)) return { layers, weights };
  const scaled = new Map(weights);
  for (const [part, shift] of [
    ["weight", 0],
    ["bias", mean],
  ] as const) {
    const { shape, values } = weights.get(`${last.name}.${part}`)!;
    scaled.set(`${last.name}.${part}`, { shape, values: values.map((value) => value * spread + shift) });
  }
  return { layers, weights: scaled };
}
