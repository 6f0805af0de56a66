import type { Adversary, Draw } from "../adversaries/adversary.js";
import { attributeColumns } from "../adversaries/attribute-columns.js";
import { sideBySide } from "../adversaries/side-by-side.js";
import { covarianceTerms, type CovarianceTerms } from "../losses/covariance-loss.js";
import { drawAttributes, type AttributeSampler } from "../samplers/attribute-sampler.js";
import type { Constants, MaskConstants } from "./constants.js";
import type { ClassifierPass } from "./run-networks.js";
import type { TrainingOptions } from "./training-options.js";
import type { Streams } from "./streams.js";

/** The adversary of a run with its sampler, which is null where no dummy attributes are drawn. */
export interface Opponent {
  readonly adversary: Adversary;
  readonly sampler: AttributeSampler | null;
}

/** Draws Ã and l for all nodes, as far as the adversary has use for them. */
export function drawFor(
  { adversary, sampler }: Opponent,
  { streams, mask }: { readonly streams: Streams; readonly mask: MaskConstants },
): Draw {
  const sampled = sampler === null ? null : drawAttributes(sampler, mask.visible, streams.attributes);
  return {
    sampled: sampled === null ? null : attributeColumns(sampled, sampler!.levelCount),
    order: adversary.drawsOrder ? streams.order.coins(mask.taskWeight.length) : null,
  };
}

/** Returns what each pass of the discriminator shows beside the hidden layer: `[p, …attributes, Y]`, `[N, w]`. */
export function evidence(
  draw: Draw,
  { adversary, pass, mask }: { adversary: Adversary; pass: ClassifierPass; mask: MaskConstants },
): (Float32Array | null)[] {
  const nodeCount = mask.taskWeight.length;
  return adversary
    .shown(draw, mask.attribute!)
    .map((blocks) =>
      adversary.sees.evidence ? sideBySide([pass.values.prediction, ...blocks, mask.labelColumns], nodeCount) : null,
    );
}

/** Prepares the covariance loss of a draw on one mask; null for an adversary without dummy attributes. */
export function drawCovariance(
  { sampled }: Draw,
  { constants, mask, options }: { constants: Constants; mask: MaskConstants; options: TrainingOptions },
): CovarianceTerms | null {
  if (sampled === null) return null;
  return covarianceTerms({
    actual: mask.attribute!.columns,
    sampled,
    width: constants.attribute!.width,
    oneHot: mask.labelColumns,
    classWidth: constants.task.labelWidth,
    nodes: mask.attributed,
    form: options.mode,
  });
}
