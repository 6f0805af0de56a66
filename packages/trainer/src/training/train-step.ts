import * as tf from "@tensorflow/tfjs-core";
import type { DropoutMask, Engine } from "../engines/engine.js";
import type { ColumnStatistics } from "../operations/normalize-batch.js";
import { dropoutMask } from "../layers/dropout-mask.js";
import { forget, type Memo } from "../operations/memo.js";
import { rootLoss } from "../operations/root-loss.js";
import { adamUpdate, parametersOf, type AdamState } from "./adam.js";
import { classifierLoss, type ClassifierLoss, type Opposition } from "./classifier-loss.js";
import type { Constants } from "./constants.js";
import { drawCovariance, drawFor, evidence, type Opponent } from "./draw.js";
import { weightTensors } from "../operations/weight-tensors.js";
import { gradientsOf } from "./gradients-of.js";
import { runClassifier, runDiscriminator, type ClassifierPass } from "./run-networks.js";
import type { Networks } from "./networks.js";
import type { TrainingData } from "./training-data.js";
import type { TrainingOptions } from "./training-options.js";
import { updateRunning } from "./running-statistics.js";
import type { RunningStatistics, TrainingState } from "./training-state.js";
import type { Streams } from "./streams.js";

/** What does not change between the steps of a run. */
export interface StepContext {
  readonly data: TrainingData;
  readonly engine: Engine;
  readonly options: TrainingOptions;
  readonly networks: Networks;
  readonly constants: Constants;
  /** Null for a method without an adversary. */
  readonly opponent: Opponent | null;
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

/** What a step changes. */
export interface Stepped {
  readonly classifier: AdamState;
  readonly running: RunningStatistics;
  readonly discriminator: AdamState | null;
  readonly losses: StepLosses;
}

/**
 * Takes one full-batch step of the classifier and then one of the discriminator, and returns the new networks. The
 * discriminator sees the very pass on which the classifier's gradient was taken: same dropout, weights before the
 * update.
 */
export function trainStep(state: TrainingState, context: StepContext): Stepped {
  let result: Stepped | undefined;
  tf.tidy(() => {
    const opposed = prepareOpposition(state, context);
    const first = stepClassifier(state, { ...context, opposed });
    const second = opposed === null ? null : stepDiscriminator(state, { ...context, opposed, pass: first.pass });
    result = {
      classifier: first.classifier,
      running: first.running,
      discriminator: second?.discriminator ?? null,
      losses: { ...first.losses, discriminator: second?.loss ?? null },
    };
    tf.dispose(first.kept);
    if (opposed !== null) forget(opposed.memo);
    context.constants.input.forget();
  });
  return result!;
}

type Opposed = NonNullable<ReturnType<typeof prepareOpposition>>;

/** Draws Ã and l for this step; null without an adversary. */
function prepareOpposition({ streams, discriminator }: TrainingState, { opponent, constants, options }: StepContext) {
  if (opponent === null || discriminator === null) return null;
  const mask = constants.train;
  const draw = drawFor(opponent, { streams, mask });
  return {
    adversary: opponent.adversary,
    draw,
    covariance: drawCovariance(draw, { constants, mask, options }),
    adam: discriminator,
    parameters: weightTensors(parametersOf(discriminator)),
    memo: { value: null } as Memo,
  };
}

function stepClassifier(state: TrainingState, context: StepContext & { opposed: Opposed | null }) {
  const { options, constants, opposed } = context;
  const statistics = new Map<string, ColumnStatistics>();
  const training = { dropout: dropoutMasks(state.streams, context), statistics };
  const kept: tf.Tensor[] = [];
  let pass: ClassifierPass | undefined;
  let losses: ClassifierLoss | undefined;
  const gradients = gradientsOf(weightTensors(parametersOf(state.classifier)), (parameters) => {
    const wantsHidden = opposed?.adversary.sees.hidden ?? false;
    pass = runClassifier(context, { parameters, training, wantsHidden, remembers: true });
    const opposition = opposed === null ? null : oppose(pass, { ...context, opposed });
    const { task, train: mask } = constants;
    const { loss, inputs } = classifierLoss(pass, { task, mask, options, opposition });
    losses = loss;
    // What the discriminator's step reads must outlive the scope in which this gradient is taken.
    if (pass.hidden !== null) kept.push(tf.keep(pass.hidden));
    return rootLoss(loss.total, inputs);
  });
  const settings = { learningRate: options.learningRate, weightDecay: weightDecay[options.mode].classifier };
  return {
    classifier: adamUpdate(state.classifier, gradients, settings),
    running: updateRunning(state.running, statistics),
    pass: pass!,
    losses: losses!,
    kept,
  };
}

/** Runs the discriminator with frozen weights: gradients reach the classifier through its input only. */
function oppose(pass: ClassifierPass, context: StepContext & { opposed: Opposed }): Opposition {
  const { adversary, draw, covariance, parameters, memo } = context.opposed;
  const shown = evidence(draw, { adversary, pass, mask: context.constants.train });
  const logits = runDiscriminator(pass, { ...context, parameters, memo, evidence: shown, constant: "parameters" });
  return { adversary, logits, draw, covariance };
}

function stepDiscriminator(
  state: TrainingState,
  context: StepContext & { opposed: Opposed; pass: ClassifierPass },
): { discriminator: AdamState; loss: number } {
  const { options, constants, opposed, pass } = context;
  const { adversary, memo } = opposed;
  const mask = constants.train;
  const redraws = adversary.drawsOrder && options.mode === "official";
  const draw = redraws ? { ...opposed.draw, order: state.streams.order.coins(constants.nodeCount) } : opposed.draw;
  const shown = evidence(draw, { adversary, pass, mask });
  let loss = 0;
  const gradients = gradientsOf(opposed.parameters, (parameters) => {
    const logits = runDiscriminator(pass, { ...context, parameters, memo, evidence: shown, constant: "pass" });
    const values = logits.map((tensor) => tensor.dataSync<"float32">());
    const nodes = adversary.learnsFrom === "all" ? mask.allAttributed : mask.attributed;
    const game = { draw, attribute: mask.attribute!, nodes };
    const { value, gradients: byLogits } = adversary.loss("discriminator", values, game);
    loss = value;
    return rootLoss(
      value,
      logits.map((tensor, i) => ({ tensor, gradient: byLogits[i]! })),
    );
  });
  const settings = { learningRate: options.learningRate, weightDecay: weightDecay[options.mode].discriminator };
  return { discriminator: adamUpdate(opposed.adam, gradients, settings), loss };
}

function dropoutMasks({ dropout: random }: Streams, { networks, constants, options }: StepContext): DropoutMask[] {
  const size = constants.nodeCount * options.hidden;
  return networks.classifier.flatMap((layer) =>
    layer.kind === "dropout" ? dropoutMask(size, { rate: layer.rate, random }) : [],
  );
}
