import { minimum } from "@evenodds/core";
import type { ValueAndGradient } from "../losses/value-and-gradient.js";

/**
 * Returns −|t| of two samples, with Welch's `t = (m₁ − m₂) / √(s₁²/n₁ + s₂²/n₂)`, and its gradient. `outputs` holds the
 * first sample, `firstCount` numbers, and then the second; both need two.
 *
 * The standard error counts as at least a millionth of the difference of the means, divided by √n of the smaller
 * sample: t stays finite, and has no gradient from there on. Equal samples without spread give 0.
 */
export function welchLoss(outputs: Float32Array, firstCount: number): ValueAndGradient {
  const samples = [outputs.subarray(0, firstCount), outputs.subarray(firstCount)].map(momentsOf);
  const [one, two] = samples as [Moments, Moments];
  return lossOf([
    { ...one, sign: 1 },
    { ...two, sign: -1 },
  ]);
}

/**
 * Returns −|t| of differences of pairs, `t = m / (s/√n)`, and its gradient by the differences; at least two. Spread
 * below a millionth of the mean counts as that, as in {@link welchLoss}.
 */
export function pairedLoss(differences: Float32Array): ValueAndGradient {
  return lossOf([{ ...momentsOf(differences), sign: 1 }]);
}

/** A smaller spread, relative to the mean, is the rounding of float32. */
const smallestSpread = 1e-6;

interface Moments {
  readonly values: Float32Array;
  readonly mean: number;
  /** s²/n, the squared standard error of the mean. */
  readonly squaredError: number;
}

function momentsOf(values: Float32Array): Moments {
  const n = values.length;
  let sum = 0;
  for (const value of values) sum += value;
  const mean = sum / n;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  return { values, mean, squaredError: squares / (n - 1) / n };
}

function lossOf(samples: readonly (Moments & { readonly sign: 1 | -1 })[]): ValueAndGradient {
  const size = samples.reduce((total, { values }) => total + values.length, 0);
  const gradient = new Float32Array(size);
  const difference = samples.reduce((sum, { mean, sign }) => sum + sign * mean, 0);
  const squared = samples.reduce((sum, { squaredError }) => sum + squaredError, 0);
  const smallest = minimum(samples.map(({ values }) => values.length));
  const limit = Math.sqrt(smallest) / smallestSpread;
  const error = Math.sqrt(squared);
  if (error * limit <= Math.abs(difference)) return { value: difference === 0 ? 0 : -limit, gradient };
  const t = difference / error;
  const outward = t < 0 ? 1 : -1;
  let at = 0;
  for (const { values, mean, sign } of samples) {
    const n = values.length;
    const slope = (outward * sign) / (n * error);
    const pull = (outward * t) / (squared * n * (n - 1));
    for (const value of values) gradient[at++] = slope - pull * (value - mean);
  }
  return { value: -Math.abs(t), gradient };
}
