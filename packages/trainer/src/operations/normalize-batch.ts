import { InputError } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { withGradient } from "./with-gradient.js";

/** How columns are scaled once they are normalized. */
export interface NormalizationOptions {
  /** `[H]` */
  readonly weight: tf.Tensor1D;
  /** `[H]` */
  readonly bias: tf.Tensor1D;
  /** Added to the variance. */
  readonly epsilon: number;
  /** Whether weight and bias are constants to the gradient that is being taken. */
  readonly frozen?: boolean | undefined;
}

/** Statistics of every column over all rows, `[H]`; the variance divides by N − 1. */
export interface ColumnStatistics {
  readonly mean: Float32Array;
  readonly variance: Float32Array;
}

/**
 * `y = (x − mean) / √(variance + epsilon) · weight + bias` with the mean and the variance (divided by N) of each column
 * of `x [N, H]`; returns y, `[N, H]`, and the statistics that running estimates follow. Differentiable by x, weight and
 * bias, or by x alone where the others are frozen. Computed outside the engine with sums in float64, the same bits on
 * all of them. Throws {@link InputError} for fewer than two rows. Source: Ioffe and Szegedy 2015; PyTorch's
 * `BatchNorm1d`.
 */
export function normalizeBatch(
  x: tf.Tensor2D,
  options: NormalizationOptions,
): { readonly value: tf.Tensor2D; readonly statistics: ColumnStatistics } {
  const [rows, width] = x.shape;
  if (rows < 2) {
    throw new InputError({ argument: "batch normalization", expected: "at least two nodes", found: String(rows) });
  }
  const values = x.dataSync<"float32">();
  const { mean, variance } = columnMoments(values, width);
  const value = normalize(x, { ...options, values, mean, variance, ofBatch: true });
  const correction = rows / (rows - 1);
  const statistics = { mean: Float32Array.from(mean), variance: Float32Array.from(variance, (v) => v * correction) };
  return { value, statistics };
}

/**
 * `y = (x − mean) / √(variance + epsilon) · weight + bias` with a given mean and variance, `[H]`: a normalization as it
 * is evaluated after training. For `x [N, H]`; returns `[N, H]`. Differentiable as {@link normalizeBatch}, mean and
 * variance being constants.
 */
export function normalizeFixed(
  x: tf.Tensor2D,
  { mean, variance, ...options }: NormalizationOptions & { readonly mean: tf.Tensor1D; readonly variance: tf.Tensor1D },
): tf.Tensor2D {
  const fixed = { mean: mean.dataSync<"float32">(), variance: variance.dataSync<"float32">() };
  return normalize(x, { ...options, ...fixed, values: x.dataSync<"float32">(), ofBatch: false });
}

interface Moments {
  readonly values: Float32Array;
  readonly mean: Float32Array | Float64Array;
  readonly variance: Float32Array | Float64Array;
  /** Whether mean and variance depend on the values. */
  readonly ofBatch: boolean;
}

function normalize(
  x: tf.Tensor2D,
  { weight, bias, epsilon, frozen = false, values, mean, variance, ofBatch }: NormalizationOptions & Moments,
): tf.Tensor2D {
  const [rows] = x.shape;
  return withGradient(frozen ? [x] : [x, weight, bias], () => {
    const inverse = Float64Array.from(variance, (v) => 1 / Math.sqrt(v + epsilon));
    const scale = Float64Array.from(weight.dataSync(), (w, c) => w * inverse[c]!);
    const shift = Float64Array.from(bias.dataSync(), (b, c) => b - mean[c]! * scale[c]!);
    return {
      value: tf.tensor2d(scaleColumns(values, scale, shift), x.shape),
      gradFunc: (dy: tf.Tensor2D) => {
        const upstream = dy.dataSync<"float32">();
        const { sums: biasGradient, products } = upstreamSums(upstream, values, mean);
        const weightGradient = products.map((sum, c) => sum * inverse[c]!);
        // dx = scale · (dy − Σ dy / N − (x − mean) · inverse · dweight / N), as a · dy + b · x + c in each column.
        const share = ofBatch ? -1 / rows : 0;
        const slope = scale.map((s, c) => share * s * inverse[c]! * weightGradient[c]!);
        const constant = scale.map((s, c) => share * s * biasGradient[c]! - slope[c]! * mean[c]!);
        const input = tf.tensor2d(combineColumns([upstream, values], [scale, slope], constant), x.shape);
        if (frozen) return input;
        return [input, tf.tensor1d(Float32Array.from(weightGradient)), tf.tensor1d(Float32Array.from(biasGradient))];
      },
    };
  });
}

/**
 * Mean and variance (divided by N) of each column, in one pass over the distances d from the first row: variance is
 * `mean(d²) − mean(d)²`. The first row is one of the values, so `mean(d)²` is at most N times the variance: little is
 * lost.
 */
function columnMoments(x: Float32Array, width: number): { mean: Float64Array; variance: Float64Array } {
  const first = Float64Array.from(x.subarray(0, width));
  const sums = new Float64Array(width);
  const squares = new Float64Array(width);
  for (let at = 0; at < x.length;) {
    for (let c = 0; c < width; c++, at++) {
      const distance = x[at]! - first[c]!;
      sums[c]! += distance;
      squares[c]! += distance * distance;
    }
  }
  const rows = x.length / width;
  const mean = first.map((start, c) => start + sums[c]! / rows);
  const variance = squares.map((square, c) => Math.max(0, square / rows - (sums[c]! / rows) ** 2));
  return { mean, variance };
}

/** `Σ dy` and `Σ dy · (x − mean)` of each column. */
function upstreamSums(dy: Float32Array, x: Float32Array, mean: Float32Array | Float64Array) {
  const sums = new Float64Array(mean.length);
  const products = new Float64Array(mean.length);
  for (let at = 0; at < dy.length;) {
    for (let c = 0; c < sums.length; c++, at++) {
      sums[c]! += dy[at]!;
      products[c]! += dy[at]! * (x[at]! - mean[c]!);
    }
  }
  return { sums, products };
}

/** `scale · x + shift` in each column. */
function scaleColumns(x: Float32Array, scale: Float64Array, shift: Float64Array): Float32Array {
  const out = new Float32Array(x.length);
  for (let at = 0; at < x.length;) {
    for (let c = 0; c < scale.length; c++, at++) out[at] = scale[c]! * x[at]! + shift[c]!;
  }
  return out;
}

/** `scale₁ · x₁ + scale₂ · x₂ + shift` in each column. */
function combineColumns(
  [x1, x2]: readonly [Float32Array, Float32Array],
  [scale1, scale2]: readonly [Float64Array, Float64Array],
  shift: Float64Array,
): Float32Array {
  const out = new Float32Array(x1.length);
  for (let at = 0; at < out.length;) {
    for (let c = 0; c < shift.length; c++, at++) {
      out[at] = scale1[c]! * x1[at]! + scale2[c]! * x2[at]! + shift[c]!;
    }
  }
  return out;
}
