import type { Split } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { weightTensors } from "../operations/weight-tensors.js";
import { scores } from "./evaluate.js";
import { runClassifier } from "./networks.js";
import type { PreparedRun } from "./prepare.js";
import type { BestEpoch } from "./state.js";
import type { TrainingData } from "./training-data.js";
import type { EpochRecord, PartScores, Prediction, TrainingSummary } from "./training-result.js";

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
