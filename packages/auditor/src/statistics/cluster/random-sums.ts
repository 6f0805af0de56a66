import type { Random } from "@evenodds/core";
import { choleskyFactor, type LowerFactor } from "./cholesky-factor.js";
import { weightedSums, type ClusterVectors } from "./weighted-sums.js";

/** Up to this many clusters, each gets a random factor of its own. */
export const mostSingleClusters = 2000;

/** Vectors that are longer are never drawn together: their covariances would take longer than the clusters. */
export const widestTogether = 256;

/** A cluster with more than this share of the variance of any sum is drawn by itself. */
const largestShare = 1 / 200;

/**
 * Returns a function that writes a random sum Σ ξ_k x_k of the clusters' vectors x_k into `[width]`. The factors ξ are
 * independent: `sign` is −1 or 1 (mean 0), `poisson` is Poisson distributed (mean 1); both have variance 1.
 *
 * Beyond {@link mostSingleClusters} clusters, those that hold less than 1/200 of the variance of every sum are drawn
 * together, as a normal vector with the mean and covariance of their sum: each of its sums has at least about 200
 * clusters behind it, and the time of a draw no longer grows with the number of clusters.
 */
export function randomSums(
  vectors: ClusterVectors,
  options: {
    readonly random: Random;
    readonly factor: "sign" | "poisson";
    readonly mostSingle?: number | undefined;
  },
): (sums: Float64Array) => void {
  const { random, factor, mostSingle = mostSingleClusters } = options;
  const occupied = clustersWithEntries(vectors);
  const all = occupied.length <= mostSingle || vectors.width > widestTogether;
  const { single, rest } = all ? { single: occupied, rest: new Int32Array(0) } : separate(vectors, occupied);
  const draw = factor === "sign" ? signs(random) : () => poisson(random.uniform());
  const together = rest.length === 0 ? null : normalSum(vectors, rest);
  const mean = factor === "sign" ? 0 : 1;
  const add = weightedSums(vectors, single);
  const factors = new Float64Array(vectors.starts.length - 1);
  return (sums) => {
    for (const k of single) factors[k] = draw();
    add(sums, factors);
    together?.(sums, { random, mean });
  };
}

function clustersWithEntries({ starts }: ClusterVectors): Int32Array {
  const occupied: number[] = [];
  for (let k = 0; k + 1 < starts.length; k++) if (starts[k + 1]! > starts[k]!) occupied.push(k);
  return Int32Array.from(occupied);
}

function separate({ starts, at, values, width }: ClusterVectors, clusters: Int32Array) {
  const variance = new Float64Array(width);
  at.forEach((place, entry) => (variance[place]! += values[entry]! ** 2));
  const holdsMuch = (k: number) => {
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      if (values[entry]! ** 2 > largestShare * variance[at[entry]!]!) return true;
    }
    return false;
  };
  return { single: clusters.filter(holdsMuch), rest: clusters.filter((k) => !holdsMuch(k)) };
}

/**
 * Returns a function that adds a normal vector with the moments of Σ ξ_k x_k, where every ξ has this mean and variance
 * 1.
 */
function normalSum({ starts, at, values, width }: ClusterVectors, clusters: Int32Array) {
  const total = new Float64Array(width);
  const covariance = new Float64Array(width * width);
  for (const k of clusters) {
    const end = starts[k + 1]!;
    for (let entry = starts[k]!; entry < end; entry++) {
      const [row, value] = [at[entry]! * width, values[entry]!];
      total[at[entry]!]! += value;
      for (let other = starts[k]!; other < end; other++) covariance[row + at[other]!]! += value * values[other]!;
    }
  }
  const factor: LowerFactor = choleskyFactor(covariance, width);
  const standard = new Float64Array(width);
  return (sums: Float64Array, { random, mean }: { readonly random: Random; readonly mean: number }) => {
    for (const column of factor.columns) standard[column] = random.normal();
    for (let row = 0; row < width; row++) {
      let sum = mean * total[row]!;
      for (const column of factor.columns) {
        if (column > row) break;
        sum += factor.lower[row * width + column]! * standard[column]!;
      }
      sums[row]! += sum;
    }
  };
}

/** Fair signs, 24 of them from every draw of the generator. */
function signs(random: Random): () => number {
  let bits = 0;
  let fresh = 0;
  return () => {
    if (fresh === 0) {
      bits = random.bits24();
      fresh = 24;
    }
    const sign = (bits & 1) === 1 ? 1 : -1;
    bits >>= 1;
    fresh--;
    return sign;
  };
}

/** The Poisson number of mean 1 whose cumulative probability first exceeds `uniform`. */
function poisson(uniform: number): number {
  let count = 0;
  let probability = Math.exp(-1);
  for (let below = probability; uniform >= below && probability > 0; below += probability) probability /= ++count;
  return count;
}
