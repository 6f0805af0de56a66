import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engines/engine.js";
import { dropoutMask } from "../layers/dropout-mask.js";
import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { drawPermutation } from "../methods/permutation.js";
import { adamUpdate, disposeAdam, parametersOf, tensorsOf, type AdamState } from "../optimizers/adam.js";
import type { BayesSampler } from "../samplers/bayes-sampler.js";
import { classifierLoss, type ClassifierLoss, type Opposition } from "./classifier-loss.js";
import type { Constants } from "./constants.js";
import { drawCovariance, drawTensors } from "./draw.js";
import { runClassifier, runDiscriminator, type ClassifierPass, type Networks } from "./networks.js";
import type { TrainingOptions } from "./options.js";
import type { TrainingState } from "./state.js";
import type { Streams } from "./streams.js";
import { valueAndGradients } from "./value-and-gradients.js";

/** What does not change between the steps of a run. */
export interface StepContext {
  readonly engine: Engine;
  readonly options: TrainingOptions;
  readonly networks: Networks;
  readonly constants: Constants;
  /** Null without an adversary. */
  readonly sampler: BayesSampler | null;
}

/** Losses of one step, as numbers; null where the method has no such part. */
export interface StepLosses {
  readonly total: number;
  readonly task: number;
  readonly adversarial: number | null;
  readonly covariance: number | null;
  readonly discriminator: number | null;
}

/** Weight decay of the two networks: the official code's assignment has no effect on the classifier. */
const weightDecay = {
  official: { classifier: 0, discriminator: 1e-5 },
  paper: { classifier: 1e-5, discriminator: 1e-5 },
} as const;

/**
 * Takes one full-batch step of the classifier and then one of the discriminator, and returns the new networks. The
 * discriminator sees the very pass on which the classifier's gradient was taken: same dropout, weights before the update.
 * The old state's tensors are freed.
 */
export function trainStep(
  state: TrainingState,
  context: StepContext,
): { classifier: AdamState; discriminator: AdamState | null; losses: StepLosses } {
  let result: ReturnType<typeof trainStep> | undefined;
  tf.tidy(() => {
    const opposed = prepareOpposition(state, context);
    const first = stepClassifier(state, { ...context, opposed });
    const second = opposed === null ? null : stepDiscriminator(state, { ...context, opposed, pass: first.pass });
    result = {
      classifier: first.classifier,
      discriminator: second?.discriminator ?? null,
      losses: { ...first.losses, discriminator: second?.loss ?? null },
    };
    tf.dispose(first.kept);
    return [...tensorsOf(first.classifier), ...(second === null ? [] : tensorsOf(second.discriminator))];
  });
  disposeAdam(state.classifier);
  if (state.discriminator !== null) disposeAdam(state.discriminator);
  return result!;
}

type Opposed = NonNullable<ReturnType<typeof prepareOpposition>>;

/** Draws Ã and l for this step; null without an adversary. */
function prepareOpposition(state: TrainingState, { sampler, constants, options }: StepContext) {
  if (sampler === null || state.discriminator === null) return null;
  const draw = drawPermutation(sampler, constants.label, state.streams);
  return {
    draw,
    tensors: drawTensors(draw, constants),
    covariance: drawCovariance(draw.sampled, { constants, mask: constants.train, options }),
    adam: state.discriminator,
  };
}

function stepClassifier(state: TrainingState, context: StepContext & { opposed: Opposed | null }) {
  const { engine, options, networks, constants, opposed } = context;
  const dropout = dropoutTensors(state.streams, context);
  const kept: tf.Tensor[] = [];
  let pass: ClassifierPass | undefined;
  let parts: ClassifierLoss | undefined;
  const { gradients } = valueAndGradients(parametersOf(state.classifier), (parameters) => {
    pass = runClassifier({ engine, constants, layers: networks.classifier, parameters, dropout });
    const opposition = opposed === null ? null : oppose(pass, { ...context, opposed });
    parts = classifierLoss(pass, { engine, constants, mask: constants.train, options, opposition });
    // What is read after the gradient must outlive the scope in which it is taken.
    for (const tensor of [pass.probability, pass.hidden, ...lossTensors(parts)]) kept.push(tf.keep(tensor));
    return parts.total;
  });
  const settings = { learningRate: options.learningRate, weightDecay: weightDecay[options.mode].classifier };
  return {
    classifier: adamUpdate(state.classifier, gradients, { engine, settings }),
    pass: pass!,
    losses: readLosses(parts!),
    kept,
  };
}

/** Runs the discriminator with frozen weights: gradients reach the classifier through its input only. */
function oppose(pass: ClassifierPass, context: StepContext & { opposed: Opposed }): Opposition {
  const { engine, options, networks, constants, opposed } = context;
  const logits = runDiscriminator(pass, {
    engine,
    constants,
    layers: networks.discriminator!,
    parameters: parametersOf(opposed.adam),
    inputs: opposed.tensors.inputs,
    seesHidden: options.discriminatorSeesHidden,
  });
  return { logits, order: opposed.tensors.order, covariance: opposed.covariance };
}

function stepDiscriminator(
  state: TrainingState,
  context: StepContext & { opposed: Opposed; pass: ClassifierPass },
): { discriminator: AdamState; loss: number } {
  const { engine, options, networks, constants, opposed, pass } = context;
  const { inputs, order } =
    options.mode === "paper"
      ? opposed.tensors
      : drawTensors({ ...opposed.draw, order: state.streams.order.coins(constants.nodeCount) }, constants);
  const { value, gradients } = valueAndGradients(parametersOf(opposed.adam), (parameters) =>
    binaryCrossEntropy(
      runDiscriminator(pass, {
        engine,
        constants,
        layers: networks.discriminator!,
        parameters,
        inputs,
        seesHidden: options.discriminatorSeesHidden,
      }),
      { target: order, weight: constants.train.attributeWeight },
    ),
  );
  const settings = { learningRate: options.learningRate, weightDecay: weightDecay[options.mode].discriminator };
  return { discriminator: adamUpdate(opposed.adam, gradients, { engine, settings }), loss: value.dataSync()[0]! };
}

function dropoutTensors({ dropout: random }: Streams, { networks, constants, options }: StepContext): tf.Tensor2D[] {
  const { nodeCount } = constants;
  return networks.classifier.flatMap((layer) =>
    layer.kind === "dropout"
      ? tf.tensor2d(dropoutMask(nodeCount * options.hidden, { rate: layer.rate, random }), [nodeCount, options.hidden])
      : [],
  );
}

function lossTensors({ total, task, adversarial, covariance }: ClassifierLoss): tf.Tensor[] {
  return [total, task, adversarial, covariance].filter((tensor) => tensor !== null);
}

/** Reads the parts of a loss off the engine. */
export function readLosses({
  total,
  task,
  adversarial,
  covariance,
}: ClassifierLoss): Omit<StepLosses, "discriminator"> {
  const read = (tensor: tf.Scalar) => tensor.dataSync()[0]!;
  return {
    total: read(total),
    task: read(task),
    adversarial: adversarial === null ? null : read(adversarial),
    covariance: covariance === null ? null : read(covariance),
  };
}
