import type { Layer } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { gcnClassifier } from "../classifier/gcn-classifier.js";
import { gcnDiscriminator } from "../discriminators/gcn-discriminator.js";
import type { Engine } from "../engines/engine.js";
import { runLayers } from "../layers/run-layers.js";
import { discriminatorInput } from "../methods/permutation.js";
import type { Constants } from "./constants.js";
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
  readonly hidden: tf.Tensor2D;
  readonly probability: tf.Tensor2D;
}

/** What the networks run with. */
export interface NetworkContext {
  readonly engine: Engine;
  readonly constants: Constants;
  readonly layers: readonly Layer[];
  readonly parameters: ReadonlyMap<string, tf.Tensor>;
}

/** Runs the classifier on all nodes; with `dropout` as in training. */
export function runClassifier(context: NetworkContext & { dropout?: readonly tf.Tensor2D[] }): ClassifierPass {
  const { engine, constants, layers, parameters, dropout } = context;
  const { propagation, propagated } = constants;
  const { hidden, output } = runLayers(layers, constants.features, {
    engine,
    propagation,
    parameters,
    propagated,
    dropout,
  });
  return { logits: output, hidden, probability: tf.softmax(output) };
}

/** Attribute inputs of the discriminator in the order that l asks for, `[N, a]` each. */
export interface AttributeInputs {
  readonly first: tf.Tensor2D;
  readonly second: tf.Tensor2D;
}

/** Runs the discriminator on all nodes; returns its logits that l = 1, `[N, 1]`. */
export function runDiscriminator(
  pass: { readonly probability: tf.Tensor2D; readonly hidden: tf.Tensor2D },
  {
    engine,
    constants,
    layers,
    parameters,
    inputs,
    seesHidden,
  }: NetworkContext & {
    readonly inputs: AttributeInputs;
    readonly seesHidden: boolean;
  },
): tf.Tensor2D {
  const input = discriminatorInput({
    probability: pass.probability,
    ...inputs,
    oneHot: constants.labelOneHot,
    hidden: seesHidden ? pass.hidden : null,
  });
  return runLayers(layers, input, { engine, propagation: constants.propagation, parameters }).output;
}
