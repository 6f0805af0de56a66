import type * as tf from "@tensorflow/tfjs-core";
import type { Adversary, Draw } from "../adversaries/adversary.js";
import { covarianceLoss, type CovarianceTerms } from "../losses/covariance-loss.js";
import type { LossInput } from "../operations/root-loss.js";
import type { MaskConstants } from "./constants.js";
import type { ClassifierPass } from "./run-networks.js";
import type { TrainingOptions } from "./training-options.js";
import type { TrainingTask } from "../tasks/training-task.js";

/** The parts of the classifier's loss. `adversarial` and `covariance` are null where the method has no such part. */
export interface ClassifierLoss {
  readonly total: number;
  readonly task: number;
  readonly adversarial: number | null;
  readonly covariance: number | null;
}

/** What the adversary contributes: its logits `[N, outputs]` on every pass, the draw and the covariance of the draw. */
export interface Opposition {
  readonly adversary: Adversary;
  readonly logits: readonly tf.Tensor2D[];
  readonly draw: Draw;
  readonly covariance: CovarianceTerms | null;
}

/**
 * Returns `L_task + λ (L_adv + γ T)` on one mask, and its gradients by the logits and the discriminator's logits.
 * `L_adv` is the adversary's loss on the classifier's side, so that the classifier gains where the discriminator is
 * wrong; `T` the covariance loss. Source: EqGNN, equations 4–7, and its code.
 */
export function classifierLoss(
  pass: ClassifierPass,
  context: {
    readonly task: TrainingTask;
    readonly mask: MaskConstants;
    readonly options: TrainingOptions;
    readonly opposition: Opposition | null;
  },
): { loss: ClassifierLoss; inputs: LossInput[] } {
  const { task, mask, options, opposition } = context;
  const taskLoss = task.loss(pass.values.logits, mask);
  const byLogits = taskLoss.gradient;
  const own = { task: taskLoss.value };
  if (opposition === null) {
    const loss = { ...own, total: taskLoss.value, adversarial: null, covariance: null };
    return { loss, inputs: [{ tensor: pass.logits, gradient: byLogits }] };
  }
  const { lambda, gamma } = options;
  const { adversary, logits, draw } = opposition;
  const values = logits.map((tensor) => tensor.dataSync<"float32">());
  const game = { draw, attribute: mask.attribute!, nodes: mask.attributed };
  const adversarial = adversary.loss("classifier", values, game);
  const covariance = addCovariance(byLogits, pass, { ...context, terms: opposition.covariance });
  return {
    loss: {
      ...own,
      total: taskLoss.value + lambda * (adversarial.value + gamma * (covariance ?? 0)),
      adversarial: adversarial.value,
      covariance,
    },
    inputs: [
      { tensor: pass.logits, gradient: byLogits },
      ...logits.map((tensor, i) => ({ tensor, gradient: adversarial.gradients[i]!.map((g) => g * lambda) })),
    ],
  };
}

/** Adds λ γ times the gradient of the covariance loss to the one by the logits, and returns the loss. */
function addCovariance(
  byLogits: Float32Array,
  { values: { prediction } }: ClassifierPass,
  {
    task,
    options,
    terms,
  }: { readonly task: TrainingTask; readonly options: TrainingOptions; readonly terms: CovarianceTerms | null },
): number | null {
  if (terms === null) return null;
  const { value, gradient } = covarianceLoss(prediction, { columns: task.predictionWidth, terms });
  const back = task.predictionGradient(prediction, gradient);
  const factor = options.lambda * options.gamma;
  for (let i = 0; i < byLogits.length; i++) byLogits[i]! += factor * back[i]!;
  return value;
}
