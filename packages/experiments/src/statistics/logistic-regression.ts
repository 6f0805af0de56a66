import { InputError } from "@evenodds/core";

/** Rows to learn from. */
export interface LabelledRows {
  /** `[n, F]`, row-major. */
  readonly features: ArrayLike<number>;
  /** F */
  readonly columns: number;
  /** `[n]`, class of every row, from 0 to C − 1. */
  readonly label: ArrayLike<number>;
  /** C */
  readonly classes: number;
}

/**
 * A linear classifier. Two classes share one row of weights: the logit of the second class, that of the first being 0.
 */
export interface LogisticRegression {
  readonly classes: number;
  /** F */
  readonly columns: number;
  /** `[R, F + 1]`, intercept last; R is 1 for two classes, otherwise C. */
  readonly weights: Float64Array;
}

/** The fit ends where no slope is steeper than this; objectives are sums over rows. */
const steepest = 1e-8;
const mostSteps = 200;

/**
 * Returns the minimum of `Σ −log P(y | x) + ½ ‖w‖²`, the intercepts not penalized: the objective of scikit-learn's
 * `LogisticRegression` with its default `C = 1`, multinomial above two classes. Found by Newton's method with step
 * halving, which needs no learning rate and no seed; the same rows give the same weights. Throws {@link InputError}
 * without rows.
 */
export function fitLogisticRegression(rows: LabelledRows): LogisticRegression {
  const { columns, classes } = rows;
  if (rows.label.length === 0) {
    throw new InputError({ argument: "logistic regression", expected: "rows to learn from", found: "none" });
  }
  const outputs = classes <= 2 ? 1 : classes;
  let weights = new Float64Array(outputs * (columns + 1));
  let objective = objectiveOf(rows, weights);
  for (let step = 0; step < mostSteps; step++) {
    const { gradient, hessian } = derivatives(rows, weights);
    if (gradient.every((slope) => Math.abs(slope) < steepest)) break;
    const direction = solve(hessian, gradient);
    const next = halved(rows, { weights, direction, objective });
    if (next === null) break;
    ({ weights, objective } = next);
  }
  return { classes, columns, weights };
}

/** Returns the most likely class of every row of `[n, F]`, the first of equals. */
export function predictLogisticRegression(
  { weights, columns, classes }: LogisticRegression,
  features: ArrayLike<number>,
): Int32Array {
  const outputs = weights.length / (columns + 1);
  const logits = new Float64Array(outputs);
  return Int32Array.from({ length: columns === 0 ? 0 : features.length / columns }, (_, row) => {
    rowLogits({ features, columns }, { row, weights, logits });
    if (classes <= 2) return logits[0]! > 0 ? 1 : 0;
    return logits.reduce((best, z, c) => (z > logits[best]! ? c : best), 0);
  });
}

function rowLogits(
  { features, columns }: Pick<LabelledRows, "features" | "columns">,
  { row, weights, logits }: { readonly row: number; readonly weights: Float64Array; readonly logits: Float64Array },
): void {
  for (let c = 0; c < logits.length; c++) {
    const at = c * (columns + 1);
    let sum = weights[at + columns]!;
    for (let f = 0; f < columns; f++) sum += weights[at + f]! * features[row * columns + f]!;
    logits[c] = sum;
  }
}

/** Turns logits into probabilities in place, and returns log Σ exp; of one logit beside one that is 0. */
function toProbabilities(logits: Float64Array): number {
  const other = logits.length === 1 ? 0 : -Infinity;
  const top = Math.max(
    other,
    logits.reduce((a, b) => Math.max(a, b)),
  );
  let sum = Math.exp(other - top);
  for (let c = 0; c < logits.length; c++) sum += logits[c] = Math.exp(logits[c]! - top);
  for (let c = 0; c < logits.length; c++) logits[c]! /= sum;
  return top + Math.log(sum);
}

/** Row of the weights that belongs to a class; −1 for the first of two, whose logit is always 0. */
function outputOf(label: number, classes: number): number {
  return classes <= 2 ? label - 1 : label;
}

function objectiveOf(rows: LabelledRows, weights: Float64Array): number {
  const { label, columns, classes } = rows;
  const logits = new Float64Array(weights.length / (columns + 1));
  let sum = 0;
  for (let row = 0; row < label.length; row++) {
    rowLogits(rows, { row, weights, logits });
    const own = outputOf(label[row]!, classes);
    const z = own < 0 ? 0 : logits[own]!;
    sum += toProbabilities(logits) - z;
  }
  return weights.reduce((total, w, i) => (i % (columns + 1) === columns ? total : total + (w * w) / 2), sum);
}

function derivatives(rows: LabelledRows, weights: Float64Array): { gradient: Float64Array; hessian: Float64Array[] } {
  const { features, label, columns, classes } = rows;
  const width = columns + 1;
  const size = weights.length;
  const gradient = new Float64Array(size);
  const hessian = Array.from({ length: size }, () => new Float64Array(size));
  const logits = new Float64Array(size / width);
  const x = new Float64Array(width).fill(1);
  for (let row = 0; row < label.length; row++) {
    rowLogits(rows, { row, weights, logits });
    const own = outputOf(label[row]!, classes);
    toProbabilities(logits);
    for (let f = 0; f < columns; f++) x[f] = features[row * columns + f]!;
    for (let c = 0; c < logits.length; c++) {
      const p = logits[c]!;
      const slope = p - (c === own ? 1 : 0);
      for (let f = 0; f < width; f++) gradient[c * width + f]! += slope * x[f]!;
      for (let d = 0; d <= c; d++) {
        const curvature = p * ((c === d ? 1 : 0) - logits[d]!);
        for (let f = 0; f < width; f++) {
          const line = hessian[c * width + f]!;
          const scaled = curvature * x[f]!;
          for (let g = 0; g < width; g++) line[d * width + g]! += scaled * x[g]!;
        }
      }
    }
  }
  for (let i = 0; i < size; i++) {
    if (i % width !== columns) {
      gradient[i]! += weights[i]!;
      hessian[i]![i]! += 1;
    }
  }
  return { gradient, hessian };
}

/**
 * Returns `hessian⁻¹ gradient` by Cholesky's factor of the lower half. Multinomial intercepts can all rise together
 * without changing anything: where a pivot vanishes, that step is 0.
 */
function solve(hessian: readonly Float64Array[], gradient: Float64Array): Float64Array {
  const size = gradient.length;
  const factor = hessian.map((line) => line.slice());
  for (let i = 0; i < size; i++) {
    const line = factor[i]!;
    for (let j = 0; j <= i; j++) {
      const other = factor[j]!;
      let sum = line[j]!;
      for (let k = 0; k < j; k++) sum -= line[k]! * other[k]!;
      if (j < i) line[j] = other[j] === 0 ? 0 : sum / other[j]!;
      else line[j] = sum > 1e-10 * hessian[i]![i]! ? Math.sqrt(sum) : 0;
    }
  }
  const result = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    let sum = gradient[i]!;
    for (let k = 0; k < i; k++) sum -= factor[i]![k]! * result[k]!;
    result[i] = factor[i]![i] === 0 ? 0 : sum / factor[i]![i]!;
  }
  for (let i = size - 1; i >= 0; i--) {
    let sum = result[i]!;
    for (let k = i + 1; k < size; k++) sum -= factor[k]![i]! * result[k]!;
    result[i] = factor[i]![i] === 0 ? 0 : sum / factor[i]![i]!;
  }
  return result;
}

/**
 * Goes along a direction, half as far each time, until the objective falls; null where it does not, which is the
 * minimum.
 */
function halved(
  rows: LabelledRows,
  { weights, direction, objective }: { weights: Float64Array; direction: Float64Array; objective: number },
): { weights: Float64Array<ArrayBuffer>; objective: number } | null {
  for (let length = 1; length > 1e-10; length /= 2) {
    const next = weights.map((w, i) => w - length * direction[i]!);
    const value = objectiveOf(rows, next);
    if (value < objective) return { weights: next, objective: value };
  }
  return null;
}
