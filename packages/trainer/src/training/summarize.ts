import * as tf from "@tensorflow/tfjs-core";
import { predictedClasses, scores } from "./evaluate.js";
import type { EpochRecord } from "./history.js";
import { runClassifier } from "./networks.js";
import type { PreparedRun } from "./prepare.js";
import type { BestEpoch } from "./state.js";
import type { TrainingData } from "./training-data.js";

/** Accuracy in [0, 1] and equalized odds difference in [0, 1] on `nodes` nodes, every cell counted however small. */
export interface PartScores {
  readonly nodes: number;
  readonly accuracy: number | null;
  readonly equalizedOddsDifference: number | null;
}

/** What a run came to. */
export interface TrainingSummary {
  readonly graph: string;
  readonly epochs: number;
  readonly bestEpoch: number;
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
  { name, graph }: TrainingData,
  { run, best, history }: { run: PreparedRun; best: BestEpoch; history: readonly EpochRecord[] },
): TrainingSummary {
  const { engine, constants, networks, options } = run.context;
  let prediction = new Int32Array(0);
  tf.tidy(() => {
    const parameters = new Map<string, tf.Tensor>();
    for (const [key, { values, shape }] of best.weights) parameters.set(key, tf.tensor(values, [...shape]));
    const { values } = runClassifier({
      engine,
      constants,
      layers: networks.classifier,
      parameters,
      wantsHidden: false,
    });
    prediction = Int32Array.from(predictedClasses(values.logits, constants));
  });
  const part = (nodes: Int32Array): PartScores => {
    const { accuracy, gap } = scores(prediction, { constants, nodes });
    return { nodes: nodes.length, accuracy, equalizedOddsDifference: gap };
  };
  return {
    graph: name,
    epochs: history.length,
    bestEpoch: best.epoch,
    validationLoss: best.loss,
    train: part(run.split.train),
    validation: part(run.split.validation),
    test: part(run.split.test),
    sensitiveIsFeature: options.sensitive === null ? null : graph.featureNames.includes(options.sensitive),
    warnings: run.warnings,
  };
}
