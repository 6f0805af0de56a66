import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { gcnClassifier } from "../classifier/gcn-classifier.js";
import { gcnDiscriminator } from "../discriminators/gcn-discriminator.js";
import type { DropoutMask, Engine } from "../engines/engine.js";
import { runLayers } from "../layers/run-layers.js";
import { softmax } from "../losses/softmax.js";
import type { InputPart } from "../operations/convolution.js";
import type { Memo } from "../operations/memo.js";
import type { Constants } from "./constants.js";
import { withProbabilities } from "../operations/with-probabilities.js";
import { evidence, type Draw } from "./draw.js";
import type { TrainingOptions } from "./options.js";

/** The layers of the two networks of a run; no discriminator without an adversary. */
export interface Networks {
  readonly classifier: readonly Layer[];
  readonly discriminator: readonly Layer[] | null;
}

/** Returns the networks that these options ask for, see `gcnClassifier` and `gcnDiscriminator`. */
export function makeNetworks(
  options: TrainingOptions,
  sizes: { readonly features: number; readonly outputs: number; readonly attributeWidth: number },
): Networks {
  const { features, outputs, attributeWidth } = sizes;
  const { hidden, dropout } = options;
  const seen = 2 * outputs + 2 * attributeWidth + (options.discriminatorSeesHidden ? hidden : 0);
  return {
    classifier: gcnClassifier({ features, hidden, outputs, dropout }),
    discriminator: options.method === "gcn" ? null : gcnDiscriminator(seen),
  };
}

/** What one forward pass of the classifier gives: `logits` and `probability` `[N, outputs]`, `hidden` `[N, H]`. */
export interface ClassifierPass {
  readonly logits: tf.Tensor2D;
  /** Null where no discriminator asks for it. */
  readonly hidden: tf.Tensor2D | null;
  /** Logits and probabilities off the engine. */
  readonly values: { readonly logits: Float32Array; readonly probability: Float32Array };
}

/** What the networks run with. */
export interface NetworkContext {
  readonly engine: Engine;
  readonly constants: Constants;
  readonly layers: readonly Layer[];
  readonly parameters: ReadonlyMap<string, tf.Tensor>;
}

/** Runs the classifier on all nodes; with `dropout` as in training. */
export function runClassifier(
  context: NetworkContext & {
    readonly dropout?: readonly DropoutMask[];
    readonly wantsHidden: boolean;
    /** Keeps what the first layer makes of the features: the same with and without dropout. */
    readonly memo?: Memo;
  },
): ClassifierPass {
  const { engine, constants, layers, parameters, dropout, wantsHidden, memo } = context;
  const { matrix, propagated } = constants;
  const parts = [{ x: propagated, constant: true, propagated, memo }];
  const { hidden, output } = runLayers(layers, parts, { engine, matrix, parameters, dropout, wantsHidden });
  const logits = output.dataSync<"float32">();
  return { logits: output, hidden, values: { logits, probability: softmax(logits, output.shape[1]) } };
}

/**
 * Runs the discriminator on all nodes; returns its logits that l = 1, `[N, 1]`. Either the classifier's pass is a constant
 * to the gradient that is being taken, or the discriminator's parameters are.
 */
export function runDiscriminator(
  { logits, hidden, values: { probability } }: ClassifierPass,
  {
    engine,
    constants,
    layers,
    parameters,
    shown,
    constant: frozen,
    memo,
  }: NetworkContext & {
    readonly shown: Draw;
    readonly constant: "pass" | "parameters";
    /** Keeps what the first layer makes of h. */
    readonly memo?: Memo;
  },
): tf.Tensor2D {
  const { matrix, nodeCount } = constants;
  const columns = evidence(shown, probability, constants);
  const constant = frozen === "pass";
  const narrow = constant
    ? tf.tensor2d(columns, [nodeCount, columns.length / nodeCount])
    : withProbabilities(logits, { probability, columns });
  const parts: InputPart[] = [{ x: narrow, constant }];
  if (hidden !== null) parts.push({ x: hidden, constant, memo });
  return runLayers(layers, parts, { engine, matrix, parameters, frozen: !constant }).output;
}
