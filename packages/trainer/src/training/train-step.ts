import * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask, Engine } from "../engines/engine.js";
import { dropoutMask } from "../layers/dropout-mask.js";
import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { forget, type Memo } from "../operations/memo.js";
import { rootLoss } from "../operations/root-loss.js";
import { adamUpdate, parameterTensors, type AdamState } from "../optimizers/adam.js";
import type { BayesSampler } from "../samplers/bayes-sampler.js";
import { classifierLoss, type ClassifierLoss, type Opposition } from "./classifier-loss.js";
import type { Constants } from "./constants.js";
import { draw, drawCovariance } from "./draw.js";
import { runClassifier, runDiscriminator, type ClassifierPass, type Networks } from "./networks.js";
import type { TrainingOptions } from "./options.js";
import type { TrainingState } from "./state.js";
import type { Streams } from "./streams.js";
import { gradientsOf } from "./gradients-of.js";

/** What does not change between the steps of a run. */
export interface StepContext {
  readonly engine: Engine;
  readonly options: TrainingOptions;
  readonly networks: Networks;
  readonly constants: Constants;
  /** Null without an adversary. */
  readonly sampler: BayesSampler | null;
  /** What the classifier's first layer makes of the features with the newest weights: from a validation to the next step. */
  readonly firstLayer: Memo;
}

/** Losses of one step; null where the method has no such part. */
export interface StepLosses extends ClassifierLoss {
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
    if (opposed !== null) forget(opposed.memo);
    forget(context.firstLayer);
  });
  return result!;
}

type Opposed = NonNullable<ReturnType<typeof prepareOpposition>>;

/** Draws Ã and l for this step; null without an adversary. */
function prepareOpposition(state: TrainingState, { sampler, constants, options }: StepContext) {
  if (sampler === null || state.discriminator === null) return null;
  const drawn = draw(sampler, state.streams, constants);
  return {
    drawn,
    covariance: drawCovariance(drawn, { constants, mask: constants.train, options }),
    adam: state.discriminator,
    parameters: parameterTensors(state.discriminator),
    memo: { value: null } as Memo,
  };
}

function stepClassifier(state: TrainingState, context: StepContext & { opposed: Opposed | null }) {
  const { engine, options, networks, constants, opposed } = context;
  const dropout = dropoutMasks(state.streams, context);
  const kept: tf.Tensor[] = [];
  let pass: ClassifierPass | undefined;
  let losses: ClassifierLoss | undefined;
  const gradients = gradientsOf(parameterTensors(state.classifier), (parameters) => {
    const wantsHidden = showsHidden(context);
    pass = runClassifier({
      ...{ engine, constants, parameters, dropout, wantsHidden },
      layers: networks.classifier,
      memo: context.firstLayer,
    });
    const opposition = opposed === null ? null : oppose(pass, { ...context, opposed });
    const { loss, inputs } = classifierLoss(pass, { constants, mask: constants.train, options, opposition });
    losses = loss;
    // What the discriminator's step reads must outlive the scope in which this gradient is taken.
    if (opposed !== null && pass.hidden !== null) kept.push(tf.keep(pass.hidden));
    return rootLoss(loss.total, inputs);
  });
  const settings = { learningRate: options.learningRate, weightDecay: weightDecay[options.mode].classifier };
  return {
    classifier: adamUpdate(state.classifier, gradients, settings),
    pass: pass!,
    losses: losses!,
    kept,
  };
}

/** Runs the discriminator with frozen weights: gradients reach the classifier through its input only. */
function oppose(pass: ClassifierPass, context: StepContext & { opposed: Opposed }): Opposition {
  const { engine, networks, constants, opposed } = context;
  const logits = runDiscriminator(pass, {
    engine,
    constants,
    layers: networks.discriminator!,
    parameters: opposed.parameters,
    shown: opposed.drawn,
    constant: "parameters",
    memo: opposed.memo,
  });
  return { logits, order: opposed.drawn.order, covariance: opposed.covariance };
}

function stepDiscriminator(
  state: TrainingState,
  context: StepContext & { opposed: Opposed; pass: ClassifierPass },
): { discriminator: AdamState; loss: number } {
  const { engine, options, networks, constants, opposed, pass } = context;
  const sameOrder = options.mode === "paper";
  const order = sameOrder ? opposed.drawn.order : state.streams.order.coins(constants.nodeCount);
  let loss = 0;
  const gradients = gradientsOf(opposed.parameters, (parameters) => {
    const logits = runDiscriminator(pass, {
      engine,
      constants,
      layers: networks.discriminator!,
      parameters,
      shown: { ...opposed.drawn, order },
      constant: "pass",
      memo: opposed.memo,
    });
    const nodes = constants.train.attributed;
    const { value, gradient } = binaryCrossEntropy(logits.dataSync<"float32">(), { target: order, nodes });
    loss = value;
    return rootLoss(value, [{ tensor: logits, gradient }]);
  });
  const settings = { learningRate: options.learningRate, weightDecay: weightDecay[options.mode].discriminator };
  return { discriminator: adamUpdate(opposed.adam, gradients, settings), loss };
}

/** Whether the discriminator sees the classifier's last hidden layer. */
export function showsHidden({ networks, options }: Pick<StepContext, "networks" | "options">): boolean {
  return networks.discriminator !== null && options.discriminatorSeesHidden;
}

function dropoutMasks({ dropout: random }: Streams, { networks, constants, options }: StepContext): DropoutMask[] {
  const size = constants.nodeCount * options.hidden;
  return networks.classifier.flatMap((layer) =>
    layer.kind === "dropout" ? dropoutMask(size, { rate: layer.rate, random }) : [],
  );
}
