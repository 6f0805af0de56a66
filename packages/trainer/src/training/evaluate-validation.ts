import { accuracy, countOutcomes, equalizedOddsDifference, maskOf } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { weightTensors } from "../operations/weight-tensors.js";
import { parametersOf } from "./adam.js";
import { classifierLoss, type ClassifierLoss, type Opposition } from "./classifier-loss.js";
import { drawCovariance, drawFor, evidence } from "./draw.js";
import { runClassifier, runDiscriminator, type ClassifierPass } from "./run-networks.js";
import type { TrainingState } from "./training-state.js";
import type { StepContext } from "./train-step.js";
import type { Prediction } from "./training-result.js";

/** How a classifier does on some nodes. */
export interface Scores {
  /** Share of right predictions in [0, 1]; null for a regression. */
  readonly accuracy: number | null;
  /** Equalized odds difference in [0, 1]; null without an attribute, where it is undefined, and for a regression. */
  readonly gap: number | null;
  /** Root mean squared error in the unit of the target; null for a classification. */
  readonly rootMeanSquaredError: number | null;
}

/** How a classifier does on one mask, and what its loss comes to there. */
export interface Evaluation extends Scores {
  readonly losses: ClassifierLoss;
}

/**
 * Evaluates the networks on the validation nodes, without dropout and with a fresh draw of Ã and l. The full loss is
 * what early stopping watches; it is noisy because of the draw. What the first layer makes of the features is kept for
 * the next step. Source: EqGNN's code.
 */
export function evaluateValidation(state: TrainingState, context: StepContext): Evaluation {
  const { options, opponent } = context;
  const { task, validation: mask } = context.constants;
  let evaluation: Evaluation | undefined;
  tf.tidy(() => {
    const pass = runClassifier(context, {
      parameters: new Map([...weightTensors(parametersOf(state.classifier)), ...weightTensors(state.running)]),
      wantsHidden: opponent?.adversary.sees.hidden ?? false,
      remembers: true,
    });
    const opposition = drawOpposition(pass, state, context);
    const { loss } = classifierLoss(pass, { task, mask, options, opposition });
    const { logits } = pass.values;
    const prediction = { classes: task.predictedClasses(logits), values: task.predictedValues(logits) };
    evaluation = { losses: loss, ...scores(prediction, { ...context, nodes: mask.nodes }) };
  });
  return evaluation!;
}

function drawOpposition(pass: ClassifierPass, state: TrainingState, context: StepContext): Opposition | null {
  const { options, constants, opponent } = context;
  if (opponent === null || state.discriminator === null) return null;
  const { adversary } = opponent;
  const mask = constants.validation;
  const draw = drawFor(opponent, { streams: state.streams, mask });
  const logits = runDiscriminator(pass, {
    ...context,
    parameters: weightTensors(parametersOf(state.discriminator)),
    evidence: evidence(draw, { adversary, pass, mask }),
    constant: "pass",
  });
  return { adversary, logits, draw, covariance: drawCovariance(draw, { constants, mask, options }) };
}

/** Scores predictions on some nodes. Every cell counts, however small: this steers nothing, it is progress. */
export function scores(
  { classes: predicted, values }: Prediction,
  { data, constants, nodes }: Pick<StepContext, "data" | "constants"> & { readonly nodes: Int32Array },
): Scores {
  const { label, classes, target } = data.nodes;
  if (predicted === null) {
    let sum = 0;
    for (const node of nodes) sum += (values![node]! - target!.value[node]!) ** 2;
    const rootMeanSquaredError = nodes.length === 0 ? null : Math.sqrt(sum / nodes.length);
    return { accuracy: null, gap: null, rootMeanSquaredError };
  }
  const { attribute, nodeCount } = constants;
  const rows = { label, prediction: predicted, classes, include: maskOf(nodes, nodeCount) };
  const right = accuracy(countOutcomes({ ...rows, group: new Int32Array(nodeCount), groups: ["all"] }));
  const plain = { accuracy: right, gap: null, rootMeanSquaredError: null };
  if (attribute === null) return plain;
  const byGroup = countOutcomes({ ...rows, group: attribute.code, groups: attribute.levels });
  return { ...plain, gap: equalizedOddsDifference(byGroup, { minimumSupport: 1 }).value };
}
