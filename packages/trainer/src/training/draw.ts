import { covarianceTerms, type CovarianceTerms } from "../losses/covariance.js";
import { attributeColumns, drawPermutation, evidenceColumns } from "../methods/permutation.js";
import type { BayesSampler } from "../samplers/bayes-sampler.js";
import type { Constants, MaskConstants } from "./constants.js";
import type { TrainingOptions } from "./options.js";
import type { Streams } from "./streams.js";

/** A draw of the permutation loss, as losses and networks need it. */
export interface Draw {
  /** `[N, a]`, the columns of Ã. */
  readonly sampled: Float32Array;
  /** `[N]`, l. */
  readonly order: Uint8Array;
}

/** Draws Ã and l for all nodes. */
export function draw(sampler: BayesSampler, streams: Streams, { label, attribute }: Constants): Draw {
  const { sampled, order } = drawPermutation(sampler, label, streams);
  return { sampled: attributeColumns(sampled, attribute!.levels.length), order };
}

/** Returns `[p, first, second, Y]`, `[N, 2C + 2a]`, see `evidenceColumns`. */
export function evidence(
  { sampled, order }: Draw,
  probability: Float32Array,
  { attribute, labelColumns }: Constants,
): Float32Array {
  return evidenceColumns({ probability, actual: attribute!.columns, sampled, order, labelColumns });
}

/** Prepares the covariance loss of a draw on one mask. */
export function drawCovariance(
  { sampled }: Draw,
  { constants, mask, options }: { constants: Constants; mask: MaskConstants; options: TrainingOptions },
): CovarianceTerms {
  const { columns, width } = constants.attribute!;
  return covarianceTerms({
    actual: columns,
    sampled,
    width,
    oneHot: constants.labelColumns,
    classWidth: constants.outputs,
    nodes: mask.attributed,
    form: options.mode,
  });
}
