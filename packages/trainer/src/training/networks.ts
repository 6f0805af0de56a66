import type { Layer } from "@evenodds/core";
import type * as tf from "@tensorflow/tfjs-core";
import { gcnClassifier } from "../classifier/gcn-classifier.js";
import { gcnDiscriminator } from "../discriminators/gcn-discriminator.js";
import type { DropoutMask, Engine } from "../engines/engine.js";
import { runLayers } from "../layers/run-layers.js";
import { discriminatorInput } from "../methods/permutation.js";
import { hostSoftmax } from "../operations/host-softmax.js";
import type { Memo } from "../operations/memo.js";
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
  /** Null where no discriminator asks for it. */
  readonly hidden: tf.Tensor2D | null;
  readonly probability: tf.Tensor2D;
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
  const { tensor, values } = hostSoftmax(output, logits);
  return { logits: output, hidden, probability: tensor, values: { logits, probability: values } };
}

/**
 * Runs the discriminator on all nodes; returns its logits that l = 1, `[N, 1]`. Either the classifier's pass is a constant
 * to the gradient that is being taken, or the discriminator's parameters are.
 */
export function runDiscriminator(
  pass: Pick<ClassifierPass, "probability" | "hidden">,
  {
    engine,
    constants,
    layers,
    parameters,
    evidence,
    constant,
    memo,
  }: NetworkContext & {
    /** `[first, second, Y]`, see `drawEvidence`. */
    readonly evidence: tf.Tensor2D;
    readonly constant: "pass" | "parameters";
    readonly memo?: Memo;
  },
): tf.Tensor2D {
  const parts = discriminatorInput({
    probability: pass.probability,
    evidence,
    hidden: pass.hidden,
    frozenPass: constant === "pass",
    memo,
  });
  const { matrix } = constants;
  return runLayers(layers, parts, { engine, matrix, parameters, frozen: constant === "parameters" }).output;
}
