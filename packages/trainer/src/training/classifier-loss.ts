import * as tf from "@tensorflow/tfjs-core";
import type { Engine } from "../engines/engine.js";
import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { covarianceLoss, type CovarianceTerms } from "../losses/covariance.js";
import { crossEntropy } from "../losses/cross-entropy.js";
import type { Constants, MaskConstants } from "./constants.js";
import type { ClassifierPass } from "./networks.js";
import type { TrainingOptions } from "./options.js";

/** The parts of the classifier's loss, scalars. `adversarial` and `covariance` are null without an adversary. */
export interface ClassifierLoss {
  readonly total: tf.Scalar;
  readonly task: tf.Scalar;
  readonly adversarial: tf.Scalar | null;
  readonly covariance: tf.Scalar | null;
}

/** What the adversary contributes: its logits on the current pass, l, and the covariance of the draw. */
export interface Opposition {
  readonly logits: tf.Tensor2D;
  readonly order: tf.Tensor2D;
  readonly covariance: CovarianceTerms;
}

/**
 * Returns `L_task + λ (L_adv + γ T)` on one mask. `L_task` is the weighted cross entropy over the class columns of the
 * logits; `L_adv` the discriminator's cross entropy against the flipped l, so that the classifier gains where the
 * discriminator is wrong; `T` the covariance loss. Source: EqGNN, equations 4–7, and its code.
 */
export function classifierLoss(
  pass: ClassifierPass,
  context: {
    readonly engine: Engine;
    readonly constants: Constants;
    readonly mask: MaskConstants;
    readonly options: TrainingOptions;
    readonly opposition: Opposition | null;
  },
): ClassifierLoss {
  const { engine, constants, mask, options, opposition } = context;
  const { classCount, outputs, classOneHot, nodeCount } = constants;
  const classLogits = outputs === classCount ? pass.logits : tf.slice2d(pass.logits, [0, 0], [nodeCount, classCount]);
  const task = crossEntropy(classLogits, { oneHot: classOneHot, weight: mask.taskWeight });
  if (opposition === null) return { total: task, task, adversarial: null, covariance: null };
  const adversarial = binaryCrossEntropy(opposition.logits, {
    target: tf.sub(1, opposition.order),
    weight: mask.attributeWeight,
  });
  const covariance = covarianceLoss(pass.probability, { engine, terms: opposition.covariance });
  const against: tf.Scalar = tf.add(adversarial, tf.mul(covariance, options.gamma));
  return { total: tf.add(task, tf.mul(against, options.lambda)), task, adversarial, covariance };
}
