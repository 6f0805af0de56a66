import type { Random } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { drawAttributes, type BayesSampler } from "../samplers/bayes-sampler.js";

/** The random part of one evaluation of the permutation loss. */
export interface PermutationDraw {
  /** `[N]` level codes of the dummy attribute Ã. */
  readonly sampled: Int32Array;
  /** `[N]` l: 0 shows the discriminator (A, Ã) in this order, 1 shows (Ã, A). */
  readonly order: Uint8Array;
}

/** Draws Ã and l for all nodes. */
export function drawPermutation(
  sampler: BayesSampler,
  label: Int32Array,
  random: { readonly attributes: Random; readonly order: Random },
): PermutationDraw {
  const sampled = drawAttributes(sampler, label, random.attributes);
  return { sampled, order: random.order.coins(label.length) };
}

/**
 * Returns `[N, L − 1]`: one 0/1 column for each level but the first, so that a binary attribute is the paper's single
 * column. A missing attribute (−1) is a row of zeros.
 */
export function attributeColumns(codes: Int32Array, levelCount: number): Float32Array {
  const width = levelCount - 1;
  const columns = new Float32Array(codes.length * width);
  codes.forEach((code, n) => {
    if (code > 0) columns[n * width + code - 1] = 1;
  });
  return columns;
}

/** Returns the two attribute inputs of the discriminator, `[N, a]` each, in the order that l asks for. */
export function permuteColumns(
  actual: Float32Array,
  { sampled, order }: { sampled: Float32Array; order: Uint8Array },
): { first: Float32Array; second: Float32Array } {
  const width = actual.length / order.length;
  const first = actual.slice();
  const second = sampled.slice();
  order.forEach((swap, n) => {
    if (swap === 0) return;
    const row = [n * width, (n + 1) * width] as const;
    first.set(sampled.subarray(...row), row[0]);
    second.set(actual.subarray(...row), row[0]);
  });
  return { first, second };
}

/** `[p, first, second, Y, h]` side by side: the discriminator's input, `[N, 2C + 2a + H]`. Source: EqGNN's code. */
export function discriminatorInput(columns: {
  readonly probability: tf.Tensor2D;
  readonly first: tf.Tensor2D;
  readonly second: tf.Tensor2D;
  readonly oneHot: tf.Tensor2D;
  readonly hidden: tf.Tensor2D | null;
}): tf.Tensor2D {
  const { probability, first, second, oneHot, hidden } = columns;
  const all = [probability, first, second, oneHot];
  return tf.concat2d(hidden === null ? all : [...all, hidden], 1);
}
