import * as tf from "@tensorflow/tfjs-core";
import { covarianceTerms, type CovarianceTerms } from "../losses/covariance.js";
import { attributeColumns, evidenceColumns, type PermutationDraw } from "../methods/permutation.js";
import type { Constants, MaskConstants } from "./constants.js";
import type { TrainingOptions } from "./options.js";

/** Returns `[first, second, Y]`, `[N, 2a + C]`, on the engine: A and Ã in the order that l asks for, and the labels. */
export function drawEvidence({ sampled, order }: PermutationDraw, constants: Constants): tf.Tensor2D {
  const { attribute, labelColumns, nodeCount } = constants;
  const { columns, levels } = attribute!;
  const dummy = attributeColumns(sampled, levels.length);
  return tf.tensor2d(evidenceColumns({ actual: columns, sampled: dummy, order, labelColumns }), [
    nodeCount,
    2 * attribute!.width + constants.outputs,
  ]);
}

/** Prepares the covariance loss of a draw on one mask. */
export function drawCovariance(
  sampled: Int32Array,
  { constants, mask, options }: { constants: Constants; mask: MaskConstants; options: TrainingOptions },
): CovarianceTerms {
  const { columns, levels, width } = constants.attribute!;
  return covarianceTerms({
    actual: columns,
    sampled: attributeColumns(sampled, levels.length),
    width,
    oneHot: constants.labelColumns,
    classWidth: constants.outputs,
    nodes: mask.attributed,
    form: options.mode,
  });
}
