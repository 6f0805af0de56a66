import * as tf from "@tensorflow/tfjs-core";
import { covarianceTerms, type CovarianceTerms } from "../losses/covariance.js";
import { attributeColumns, permuteColumns, type PermutationDraw } from "../methods/permutation.js";
import type { Constants, MaskConstants } from "./constants.js";
import type { AttributeInputs } from "./networks.js";
import type { TrainingOptions } from "./options.js";

/** A draw of the permutation loss as the tensors that the networks need. */
export interface DrawTensors {
  readonly inputs: AttributeInputs;
  /** l, `[N, 1]`. */
  readonly order: tf.Tensor2D;
}

/** Arranges A and Ã in the order that l asks for. */
export function drawTensors({ sampled, order }: PermutationDraw, { attribute, nodeCount }: Constants): DrawTensors {
  const { columns, levels, width } = attribute!;
  const { first, second } = permuteColumns(columns, { sampled: attributeColumns(sampled, levels.length), order });
  return {
    inputs: {
      first: tf.tensor2d(first, [nodeCount, width]),
      second: tf.tensor2d(second, [nodeCount, width]),
    },
    order: tf.tensor2d(Float32Array.from(order), [nodeCount, 1]),
  };
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
