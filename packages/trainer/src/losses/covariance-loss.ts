import type { Mode } from "../training/training-choices.js";
import type { ValueAndGradient } from "./value-and-gradient.js";

/** The part of the covariance loss that does not depend on the classifier, prepared once per draw of Ã. */
export interface CovarianceTerms {
  /** `[N, a]`: `(Ã − mean Ã − A + mean A) / n` on the mask, 0 elsewhere. */
  readonly difference: Float32Array;
  readonly width: number;
  /** The mask. */
  readonly nodes: Int32Array;
  /** The terms of the full covariance matrices in which the prediction does not occur; 0 in paper mode. */
  readonly constant: number;
  /** How often the term with the prediction occurs: 2 in the full matrix, 1 in paper mode. */
  readonly factor: 1 | 2;
}

/**
 * Prepares the covariance loss for attributes `actual` (A) and `sampled` (Ã), both `[N, a]`, on the nodes of a mask;
 * `oneHot` (Y) is `[N, C]`. Covariances divide by n.
 *
 * - `official`: squared Frobenius distance of the covariance matrices of [p, Ã, Y] and [p, A, Y], which is
 *   `2‖cov(p,Ã) − cov(p,A)‖² + ‖cov(Ã,Ã) − cov(A,A)‖² + 2‖cov(Y,Ã) − cov(Y,A)‖²`.
 * - `paper`: `‖cov(p,Ã) − cov(p,A)‖²`.
 */
export function covarianceTerms(attributes: {
  readonly actual: Float32Array;
  readonly sampled: Float32Array;
  readonly width: number;
  readonly oneHot: Float32Array;
  readonly classWidth: number;
  readonly nodes: Int32Array;
  readonly form: Mode;
}): CovarianceTerms {
  const { actual, sampled, width, oneHot, classWidth, nodes, form } = attributes;
  const a = centred(actual, width, nodes);
  const s = centred(sampled, width, nodes);
  const difference = new Float32Array(actual.length);
  const n = nodes.length;
  for (let i = 0; i < n; i++) {
    const row = nodes[i]! * width;
    for (let k = 0; k < width; k++) difference[row + k] = (s[i * width + k]! - a[i * width + k]!) / n;
  }
  if (form === "paper") return { difference, width, nodes, constant: 0, factor: 1 };
  let own = 0;
  for (let j = 0; j < width; j++) {
    for (let k = 0; k < width; k++) {
      let gap = 0;
      for (let i = 0; i < n; i++) {
        gap += s[i * width + j]! * s[i * width + k]! - a[i * width + j]! * a[i * width + k]!;
      }
      own += (gap / n) ** 2;
    }
  }
  let withLabel = 0;
  for (let c = 0; c < classWidth; c++) {
    for (let k = 0; k < width; k++) {
      let gap = 0;
      for (const node of nodes) gap += oneHot[node * classWidth + c]! * difference[node * width + k]!;
      withLabel += gap ** 2;
    }
  }
  return { difference, width, nodes, constant: own + 2 * withLabel, factor: 2 };
}

/**
 * Returns the covariance loss of `probability` `[N, C]` and its gradient by it: with the C × a matrix
 * `gap = pᵀ · difference`, the loss is `factor · Σ gap² + constant` and the gradient `2 factor · difference · gapᵀ`.
 */
export function covarianceLoss(
  probability: Float32Array,
  { columns, terms }: { readonly columns: number; readonly terms: CovarianceTerms },
): ValueAndGradient {
  const { difference, width, nodes, factor, constant } = terms;
  // Columns of `difference` sum to 0, so pᵀ·difference equals (p − mean p)ᵀ·difference: the difference of covariances.
  const gap = new Float64Array(columns * width);
  for (const node of nodes) {
    for (let c = 0; c < columns; c++) {
      const p = probability[node * columns + c]!;
      for (let k = 0; k < width; k++) gap[c * width + k]! += p * difference[node * width + k]!;
    }
  }
  const gradient = new Float32Array(probability.length);
  for (const node of nodes) {
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      for (let k = 0; k < width; k++) sum += gap[c * width + k]! * difference[node * width + k]!;
      gradient[node * columns + c] = 2 * factor * sum;
    }
  }
  return { value: factor * gap.reduce((sum, g) => sum + g * g, 0) + constant, gradient };
}

function centred(values: Float32Array, width: number, nodes: Int32Array): Float64Array {
  const result = new Float64Array(nodes.length * width);
  for (let k = 0; k < width; k++) {
    let mean = 0;
    for (const node of nodes) mean += values[node * width + k]! / nodes.length;
    for (let i = 0; i < nodes.length; i++) result[i * width + k] = values[nodes[i]! * width + k]! - mean;
  }
  return result;
}
