import type { AttributeSampler } from "./attribute-sampler.js";

/**
 * By what a Gaussian bandwidth is multiplied for a triangular kernel to smooth as much: the ratio of their canonical
 * bandwidths, `(R(K) / σ⁴(K))^(1/5)` with R = 2/3, σ² = 1/6 against R = 1/(2√π), σ² = 1. Source: Marron and Nolan 1988.
 */
const triangularRatio = (24 / (1 / (2 * Math.sqrt(Math.PI)))) ** (1 / 5);

/**
 * Estimates how the attribute depends on a continuous target from the given nodes, all with target and attribute:
 *
 *     P(A = a | Y = y) = Σ_{i: A_i = a} K((y − y_i) / b) / Σ_i K((y − y_i) / b)
 *
 * with the linear (triangular) kernel `K(u) = max(0, 1 − |u|)`: by Bayes' rule the paper's `P(Y | A) P(A) / P(Y)` with
 * kernel densities. The bandwidth b is {@link triangularBandwidth} of all values, the same for every level. A value
 * with no estimation node nearer than b takes the shares of the nodes at the nearest value. Every node with a target
 * has its own row. Source: EqGNN, section 4.1 ("In a regression setup, … a linear kernel density estimation").
 */
export function densitySampler(estimate: {
  /** `[N]`, NaN = missing. */
  readonly target: Float64Array;
  readonly attribute: Int32Array;
  readonly nodes: Int32Array;
  readonly levelCount: number;
}): AttributeSampler {
  const { target, attribute, nodes, levelCount } = estimate;
  const sorted = nodes.slice().sort((a, b) => target[a]! - target[b]! || a - b);
  const values = Float64Array.from(sorted, (node) => target[node]!);
  const bandwidth = triangularBandwidth(values);
  const sums = Array.from({ length: levelCount }, (_, level) =>
    runningSums(values, (i) => attribute[sorted[i]!] === level),
  );
  const row = Int32Array.from(target, (value, node) => (Number.isNaN(value) ? -1 : node));
  const probability = new Float64Array(target.length * levelCount);
  for (let node = 0; node < target.length; node++) {
    if (row[node]! < 0) continue;
    const y = target[node]!;
    const near = sums.map((sum) => sum(within(values, { y, bandwidth })));
    // What rounding leaves of the sums is not a weight.
    const weights = total(near) > 1e-9 ? near : sums.map((sum) => sum(nearest(values, y)));
    weights.forEach((weight, level) => (probability[node * levelCount + level] = weight / total(weights)));
  }
  return { levelCount, probability, row };
}

/**
 * Returns the bandwidth for a triangular kernel over ascending values: Silverman's rule
 * `0.9 · min(sd, IQR / 1.34) · n^(-1/5)` for a Gaussian one, times the ratio of canonical bandwidths (2.43). sd divides
 * by n − 1; a spread of 0 leaves the other one, and where both are 0 the bandwidth is 0. Source: Silverman 1986,
 * equation 3.31.
 */
export function triangularBandwidth(ascending: Float64Array): number {
  const n = ascending.length;
  if (n < 2) return 0;
  const mean = ascending.reduce((sum, value) => sum + value / n, 0);
  const sd = Math.sqrt(ascending.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (n - 1));
  const range = (quantile(ascending, 0.75) - quantile(ascending, 0.25)) / 1.34;
  const spread = Math.min(sd, range) || Math.max(sd, range);
  return triangularRatio * 0.9 * spread * n ** -0.2;
}

/** Linear interpolation between order statistics (type 7, the default of R and NumPy). */
function quantile(ascending: Float64Array, share: number): number {
  const at = share * (ascending.length - 1);
  const low = Math.floor(at);
  const high = Math.min(low + 1, ascending.length - 1);
  return ascending[low]! + (at - low) * (ascending[high]! - ascending[low]!);
}

/** The estimation nodes that count for a value y: `[first, middle)` at or below it and `[middle, last)` above it. */
interface Neighbourhood {
  readonly first: number;
  readonly middle: number;
  readonly last: number;
  /** Null: every node in the range counts once. */
  readonly kernel: { readonly y: number; readonly bandwidth: number } | null;
}

function within(values: Float64Array, kernel: { readonly y: number; readonly bandwidth: number }): Neighbourhood {
  const { y, bandwidth } = kernel;
  const middle = firstAbove(values, y);
  const first = Math.min(firstAbove(values, y - bandwidth), middle);
  return { first, middle, last: Math.max(firstAtLeast(values, y + bandwidth), middle), kernel };
}

/** The nodes at the nearest value, the lower one of two that are equally far. */
function nearest(values: Float64Array, y: number): Neighbourhood {
  const middle = firstAbove(values, y);
  const below = middle > 0 ? y - values[middle - 1]! : Infinity;
  const above = middle < values.length ? values[middle]! - y : Infinity;
  const value = below <= above ? values[middle - 1]! : values[middle]!;
  const [first, last] = [firstAtLeast(values, value), firstAbove(values, value)];
  return { first, middle: last, last, kernel: null };
}

function total(weights: readonly number[]): number {
  return weights.reduce((a, b) => a + b, 0);
}

/** Returns the sum of kernel weights of those values that count, from running sums of 1 and of the values. */
function runningSums(values: Float64Array, counts: (i: number) => boolean): (near: Neighbourhood) => number {
  const ones = new Float64Array(values.length + 1);
  const totals = new Float64Array(values.length + 1);
  for (let i = 0; i < values.length; i++) {
    ones[i + 1] = ones[i]! + (counts(i) ? 1 : 0);
    totals[i + 1] = totals[i]! + (counts(i) ? values[i]! : 0);
  }
  const between = (sums: Float64Array, from: number, to: number) => sums[to]! - sums[from]!;
  return ({ first, middle, last, kernel }) => {
    if (kernel === null) return between(ones, first, last);
    const { y, bandwidth } = kernel;
    if (bandwidth === 0) return 0;
    const below = between(ones, first, middle) * (1 - y / bandwidth) + between(totals, first, middle) / bandwidth;
    const above = between(ones, middle, last) * (1 + y / bandwidth) - between(totals, middle, last) / bandwidth;
    return Math.max(0, below + above);
  };
}

/** The first index whose value is above y. */
function firstAbove(values: Float64Array, y: number): number {
  return partition(values, (value) => value > y);
}

/** The first index whose value is at least y. */
function firstAtLeast(values: Float64Array, y: number): number {
  return partition(values, (value) => value >= y);
}

function partition(values: Float64Array, reached: (value: number) => boolean): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (reached(values[middle]!)) high = middle;
    else low = middle + 1;
  }
  return low;
}
