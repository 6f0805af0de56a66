import type { Random } from "@evenodds/core";
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
  for (let n = 0; n < codes.length; n++) {
    const code = codes[n]!;
    if (code > 0) columns[n * width + code - 1] = 1;
  }
  return columns;
}

/**
 * Returns `[p, first, second, Y]` side by side, `[N, 2C + 2a]`, what the discriminator sees beside h: the probabilities
 * `[N, C]`, the attributes A (`actual`) and Ã (`sampled`), `[N, a]` each, in the order that l asks for, and the label columns
 * `[N, C]`. Source: EqGNN's code.
 */
export function evidenceColumns(columns: {
  readonly probability: Float32Array;
  readonly actual: Float32Array;
  readonly sampled: Float32Array;
  readonly order: Uint8Array;
  readonly labelColumns: Float32Array;
}): Float32Array {
  const { probability, actual, sampled, order, labelColumns } = columns;
  const nodeCount = order.length;
  const width = actual.length / nodeCount;
  const classes = labelColumns.length / nodeCount;
  const result = new Float32Array(nodeCount * 2 * (width + classes));
  let at = 0;
  for (let n = 0; n < nodeCount; n++) {
    const [first, second] = order[n] === 0 ? [actual, sampled] : [sampled, actual];
    for (let k = n * classes; k < (n + 1) * classes; k++) result[at++] = probability[k]!;
    for (let k = n * width; k < (n + 1) * width; k++) result[at++] = first[k]!;
    for (let k = n * width; k < (n + 1) * width; k++) result[at++] = second[k]!;
    for (let k = n * classes; k < (n + 1) * classes; k++) result[at++] = labelColumns[k]!;
  }
  return result;
}
