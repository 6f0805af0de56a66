import type { Split } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { weightTensors } from "../operations/weight-tensors.js";
import { scores, type Prediction } from "./evaluate.js";
import type { EpochRecord } from "./history.js";
import { runClassifier } from "./networks.js";
import type { PreparedRun } from "./prepare.js";
import type { BestEpoch } from "./state.js";
import type { TrainingData } from "./training-data.js";

/**
 * How the model does on `nodes` nodes: accuracy and equalized odds difference in [0, 1], every cell counted however
 * small, or the error of a regression; null where there is no such number.
 */
export interface PartScores {
  readonly nodes: number;
  readonly accuracy: number | null;
  readonly equalizedOddsDifference: number | null;
  readonly rootMeanSquaredError: number | null;
}

/** What a run came to. */
export interface TrainingSummary {
  readonly graph: string;
  readonly epochs: number;
  readonly bestEpoch: number;
  /** The value by which the best epoch was chosen, see the option `monitor`. */
  readonly validationLoss: number;
  readonly train: PartScores;
  readonly validation: PartScores;
  readonly test: PartScores;
  /** Whether the sensitive attribute is one of the model's inputs; null where none was named. */
  readonly sensitiveIsFeature: boolean | null;
  readonly warnings: readonly string[];
}

/** Runs the best classifier on all nodes and scores each part of the split. */
export function summarize(
  data: TrainingData,
  { run, best, history }: { run: PreparedRun; best: BestEpoch; history: readonly EpochRecord[] },
): { summary: TrainingSummary; prediction: Prediction; split: Split } {
  const { context, split } = run;
  const { engine, constants, networks, options } = context;
  const { task } = constants;
  let prediction: Prediction = { classes: null, values: null };
  tf.tidy(() => {
    const { values } = runClassifier({
      engine,
      constants,
      layers: networks.classifier,
      parameters: weightTensors(best.weights),
      wantsHidden: false,
    });
    const { logits } = values;
    prediction = { classes: task.predictedClasses(logits), values: task.predictedValues(logits) };
  });
  const part = (nodes: Int32Array): PartScores => {
    const { accuracy, gap, rootMeanSquaredError } = scores(prediction, { data, context, nodes });
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
    warnings: run.warnings,
  };
  return { summary, prediction, split };
}
