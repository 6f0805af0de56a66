import { accuracy, countOutcomes, equalizedOddsDifference, maskOf } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { parameterTensors } from "../optimizers/adam.js";
import { classifierLoss, type ClassifierLoss, type Opposition } from "./classifier-loss.js";
import type { Constants } from "./constants.js";
import { draw, drawCovariance } from "./draw.js";
import { runClassifier, runDiscriminator, type ClassifierPass } from "./networks.js";
import type { TrainingState } from "./state.js";
import { showsHidden, type StepContext } from "./train-step.js";

/** How a classifier does on one mask. */
export interface Evaluation {
  readonly losses: ClassifierLoss;
  /** Share of right predictions in [0, 1]. */
  readonly accuracy: number | null;
  /** Equalized odds difference in [0, 1]; null without an attribute or where it is undefined. */
  readonly gap: number | null;
}

/**
 * Evaluates the networks on the validation nodes, without dropout and with a fresh draw of Ã and l. The full loss is what
 * early stopping watches; it is noisy because of the draw. What the first layer gives is kept in `firstLayer` for the next
 * step. Source: EqGNN's code.
 */
export function evaluateValidation(state: TrainingState, context: StepContext): Evaluation {
  const { engine, options, networks, constants } = context;
  let evaluation: Evaluation | undefined;
  tf.tidy(() => {
    const pass = runClassifier({
      engine,
      constants,
      layers: networks.classifier,
      parameters: parameterTensors(state.classifier),
      wantsHidden: showsHidden(context),
      memo: context.firstLayer,
    });
    const mask = constants.validation;
    const opposition = drawOpposition(pass, state, context);
    const { loss } = classifierLoss(pass, { constants, mask, options, opposition });
    const prediction = predictedClasses(pass.values.logits, constants);
    evaluation = { losses: loss, ...scores(prediction, { constants, nodes: mask.nodes }) };
  });
  return evaluation!;
}

/** Returns `[N]` the class with the largest logit, the first of equals; `None` is never predicted. */
export function predictedClasses(
  logits: Float32Array,
  { nodeCount, outputs, classCount }: { nodeCount: number; outputs: number; classCount: number },
): Int32Array {
  const prediction = new Int32Array(nodeCount);
  for (let n = 0; n < nodeCount; n++) {
    for (let c = 1; c < classCount; c++) {
      if (logits[n * outputs + c]! > logits[n * outputs + prediction[n]!]!) prediction[n] = c;
    }
  }
  return prediction;
}

function drawOpposition(pass: ClassifierPass, state: TrainingState, context: StepContext): Opposition | null {
  const { engine, options, networks, constants, sampler } = context;
  if (sampler === null || state.discriminator === null) return null;
  const drawn = draw(sampler, state.streams, constants);
  const logits = runDiscriminator(pass, {
    engine,
    constants,
    layers: networks.discriminator!,
    parameters: parameterTensors(state.discriminator),
    shown: drawn,
    constant: "pass",
  });
  const covariance = drawCovariance(drawn, { constants, mask: constants.validation, options });
  return { logits, order: drawn.order, covariance };
}

/** Accuracy and gap of predictions on some nodes. Every cell counts, however small: this steers nothing, it is progress. */
export function scores(
  prediction: Int32Array,
  { constants, nodes }: { constants: Constants; nodes: Int32Array },
): { accuracy: number | null; gap: number | null } {
  const { label, nodeCount, classCount, attribute } = constants;
  const classes = Array.from({ length: classCount }, (_, c) => `${c}`);
  const include = maskOf(nodes, nodeCount);
  const all = new Int32Array(nodeCount);
  const rows = { label, prediction, classes, include };
  const right = accuracy(countOutcomes({ ...rows, group: all, groups: ["all"] }));
  if (attribute === null) return { accuracy: right, gap: null };
  const byGroup = countOutcomes({ ...rows, group: attribute.code, groups: attribute.levels });
  return { accuracy: right, gap: equalizedOddsDifference(byGroup, { minimumSupport: 1 }).value };
}
