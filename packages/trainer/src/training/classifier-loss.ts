import type * as tf from "@tensorflow/tfjs-core";
import { binaryCrossEntropy } from "../losses/binary-cross-entropy.js";
import { covarianceLoss, type CovarianceTerms } from "../losses/covariance.js";
import { crossEntropy } from "../losses/cross-entropy.js";
import { softmaxGradient } from "../losses/softmax.js";
import type { LossInput } from "../operations/root-loss.js";
import type { Constants, MaskConstants } from "./constants.js";
import type { ClassifierPass } from "./networks.js";
import type { TrainingOptions } from "./options.js";

/** The parts of the classifier's loss. `adversarial` and `covariance` are null without an adversary. */
export interface ClassifierLoss {
  readonly total: number;
  readonly task: number;
  readonly adversarial: number | null;
  readonly covariance: number | null;
}

/** What the adversary contributes: its logits `[N, 1]` on the current pass, l, and the covariance of the draw. */
export interface Opposition {
  readonly logits: tf.Tensor2D;
  /** `[N]` */
  readonly order: Uint8Array;
  readonly covariance: CovarianceTerms;
}

/**
 * Returns `L_task + λ (L_adv + γ T)` on one mask, and its gradients by the logits and the discriminator's
 * logits. `L_task` is the weighted cross entropy over the class columns of the logits; `L_adv` the
 * discriminator's cross entropy against the flipped l, so that the classifier gains where the discriminator is wrong; `T`
 * the covariance loss. Source: EqGNN, equations 4–7, and its code.
 */
export function classifierLoss(
  pass: ClassifierPass,
  context: {
    readonly constants: Constants;
    readonly mask: MaskConstants;
    readonly options: TrainingOptions;
    readonly opposition: Opposition | null;
  },
): { loss: ClassifierLoss; inputs: LossInput[] } {
  const { constants, mask, options, opposition } = context;
  const { classCount, outputs, label } = constants;
  const { nodes, taskWeight: weight } = mask;
  const task = crossEntropy(pass.values.logits, { width: outputs, classCount, label, nodes, weight });
  const byLogits = task.gradient;
  if (opposition === null) {
    const loss = { total: task.value, task: task.value, adversarial: null, covariance: null };
    return { loss, inputs: [{ tensor: pass.logits, gradient: byLogits }] };
  }
  const { lambda, gamma } = options;
  const adversarial = binaryCrossEntropy(opposition.logits.dataSync<"float32">(), {
    target: opposition.order,
    nodes: mask.attributed,
    flipped: true,
  });
  const { probability } = pass.values;
  const covariance = covarianceLoss(probability, { columns: outputs, terms: opposition.covariance });
  addScaled(byLogits, softmaxGradient(probability, covariance.gradient, outputs), lambda * gamma);
  return {
    loss: {
      total: task.value + lambda * (adversarial.value + gamma * covariance.value),
      task: task.value,
      adversarial: adversarial.value,
      covariance: covariance.value,
    },
    inputs: [
      { tensor: pass.logits, gradient: byLogits },
      { tensor: opposition.logits, gradient: adversarial.gradient.map((value) => value * lambda) },
    ],
  };
}

/** target += factor · values */
function addScaled(target: Float32Array, values: Float32Array, factor: number): void {
  for (let i = 0; i < target.length; i++) target[i]! += factor * values[i]!;
}
