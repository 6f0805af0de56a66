import { symmetricNormalization, type Preprocessing, type Split } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import type { Engine, Propagation } from "../engines/engine.js";
import { maskWeights } from "../losses/class-weights.js";
import { applyPreprocessing } from "../preprocessing/fit-preprocessing.js";
import type { TrainingOptions } from "./options.js";
import { trainingMask, type TrainingAttribute, type TrainingData, type TrainingMask } from "./training-data.js";

/** One mask with the weights of its two means, `[N, 1]` each. */
export interface MaskConstants extends TrainingMask {
  readonly taskWeight: tf.Tensor2D;
  /** `1 / n` on the nodes with known attribute. */
  readonly attributeWeight: tf.Tensor2D;
}

/** Everything that stays the same over all epochs of a run. */
export interface Constants {
  readonly nodeCount: number;
  readonly label: Int32Array;
  readonly propagation: Propagation;
  readonly features: tf.Tensor2D;
  /** `Â x`: the features are constant, so the first convolution never has to sum over neighbours again. */
  readonly propagated: tf.Tensor2D;
  readonly classCount: number;
  /** Columns of the logits: the classes, in official mode followed by `None` where the graph has unlabelled nodes. */
  readonly outputs: number;
  /** `[N, classCount]`, rows of zeros for unlabelled nodes. */
  readonly classOneHot: tf.Tensor2D;
  /** Y as discriminator and covariance see it, `[N, outputs]`. */
  readonly labelColumns: Float32Array;
  readonly labelOneHot: tf.Tensor2D;
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
  const propagation = engine.place(symmetricNormalization(graph));
  const features = tf.tensor2d(applyPreprocessing(graph, preprocessing), [nodeCount, featureNames.length]);
  const mask = (part: Int32Array): MaskConstants => {
    const { nodes: labelled, attributed } = trainingMask(part, attribute);
    const weighting = options.mode === "official" ? "balanced" : "uniform";
    const even = new Float32Array(nodeCount);
    for (const node of attributed) even[node] = 1 / attributed.length;
    return {
      nodes: labelled,
      attributed,
      taskWeight: tf.tensor2d(maskWeights(label, { nodes: labelled, classCount, weighting }), [nodeCount, 1]),
      attributeWeight: tf.tensor2d(even, [nodeCount, 1]),
    };
  };
  const labelColumns = oneHot(label, { classCount, width: outputs });
  return {
    nodeCount,
    label,
    propagation,
    features,
    propagated: propagation.apply(features),
    classCount,
    outputs,
    classOneHot: tf.tensor2d(oneHot(label, { classCount, width: classCount }), [nodeCount, classCount]),
    labelColumns,
    labelOneHot: tf.tensor2d(labelColumns, [nodeCount, outputs]),
    train: mask(split.train),
    validation: mask(split.validation),
    attribute,
  };
}

/** Frees the tensors of {@link makeConstants}. */
export function disposeConstants(constants: Constants): void {
  const { propagation, features, propagated, classOneHot, labelOneHot, train, validation } = constants;
  propagation.dispose();
  tf.dispose([features, propagated, classOneHot, labelOneHot]);
  for (const mask of [train, validation]) tf.dispose([mask.taskWeight, mask.attributeWeight]);
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
