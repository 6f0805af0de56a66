import { symmetricNormalization, type Preprocessing, type Split } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine, PlacedMatrix } from "../engines/engine.js";
import { maskWeights } from "../losses/class-weights.js";
import { applyPreprocessing } from "../preprocessing/fit-preprocessing.js";
import type { TrainingOptions } from "./options.js";
import { trainingMask, type TrainingAttribute, type TrainingData, type TrainingMask } from "./training-data.js";

/** One mask with the weights of its mean, `[N]`, see `maskWeights`. */
export interface MaskConstants extends TrainingMask {
  readonly taskWeight: Float32Array;
}

/** Everything that stays the same over all epochs of a run. */
export interface Constants {
  readonly nodeCount: number;
  readonly label: Int32Array;
  /** Â. */
  readonly matrix: PlacedMatrix;
  /** `Â x`: the features are constant, so the first convolution never has to sum over neighbours again. */
  readonly propagated: tf.Tensor2D;
  readonly classCount: number;
  /** Columns of the logits: the classes, in official mode followed by `None` where the graph has unlabelled nodes. */
  readonly outputs: number;
  /** Y as discriminator and covariance see it, `[N, outputs]`. */
  readonly labelColumns: Float32Array;
  readonly train: MaskConstants;
  readonly validation: MaskConstants;
  readonly attribute: TrainingAttribute | null;
}

/** Number of logit columns during training. */
export function outputCount(
  label: Int32Array,
  { classCount, mode }: { classCount: number; mode: "official" | "paper" },
) {
  return classCount + (mode === "official" && label.some((y) => y < 0) ? 1 : 0);
}

/** Puts the constant tensors on the engine. {@link disposeConstants} frees them. */
export function makeConstants(
  { graph, nodes }: TrainingData,
  context: {
    readonly engine: Engine;
    readonly options: TrainingOptions;
    readonly split: Split;
    readonly attribute: TrainingAttribute | null;
    readonly preprocessing: Preprocessing;
  },
): Constants {
  const { engine, options, split, attribute, preprocessing } = context;
  const { nodeCount, featureNames } = graph;
  const { label } = nodes;
  const classCount = nodes.classes.length;
  const outputs = outputCount(label, { classCount, mode: options.mode });
  const matrix = engine.place(symmetricNormalization(graph));
  const features = tf.tensor2d(applyPreprocessing(graph, preprocessing), [nodeCount, featureNames.length]);
  const propagated = matrix.multiply(features);
  features.dispose();
  const mask = (part: Int32Array): MaskConstants => {
    const { nodes: labelled, attributed } = trainingMask(part, attribute);
    const weighting = options.mode === "official" ? "balanced" : "uniform";
    return {
      nodes: labelled,
      attributed,
      taskWeight: maskWeights(label, { nodes: labelled, classCount, weighting }),
    };
  };
  return {
    nodeCount,
    label,
    matrix,
    propagated,
    classCount,
    outputs,
    labelColumns: oneHot(label, { classCount, width: outputs }),
    train: mask(split.train),
    validation: mask(split.validation),
    attribute,
  };
}

/** Frees the tensors of {@link makeConstants}. */
export function disposeConstants({ matrix, propagated }: Constants): void {
  matrix.dispose();
  propagated.dispose();
}

/** `[N, width]`; an unlabelled node has 1 in the `None` column that follows the classes, or zeros where there is none. */
function oneHot(label: Int32Array, { classCount, width }: { classCount: number; width: number }): Float32Array {
  const columns = new Float32Array(label.length * width);
  label.forEach((y, node) => {
    const column = y < 0 ? classCount : y;
    if (column < width) columns[node * width + column] = 1;
  });
  return columns;
}
