import type { PairEffects } from "./cluster-bounds.js";
import type { GroupSums } from "./each-group.js";
import { studentQuantile } from "./student-quantile.js";

/**
 * Design effects of pairs of groups: `max(1, V / V₀)` with V₀ the binomial variance of their difference and V the one
 * between clusters, `K/(K−1) Σ (cluster's share)²`. A pair has none without variance, or with fewer than two clusters
 * behind it.
 */
export class DesignEffects {
  /** Over the pairs that have one. */
  largest = 1;
  /** Clusters behind a pair: the fewest of all pairs, where all clusters are behind one without an effect. */
  fewest: number;
  /** Pairs that have a variance and no effect. */
  alone = 0;
  #sum = 0;
  #known = 0;
  readonly #z: number;
  /** Quantiles by number of clusters, 0 where none was asked for. */
  readonly #quantiles: Float64Array;

  /** Of so many clusters, for intervals at the normal quantile `z`. */
  constructor(all: number, z: number) {
    this.fewest = all;
    this.#z = z;
    this.#quantiles = new Float64Array(all + 1);
  }

  /** Mean over the pairs that have one. */
  get usual(): number {
    return this.#known === 0 ? 1 : this.#sum / this.#known;
  }

  /** Student's quantile in place of the normal one for a pair with so many clusters behind it. */
  quantile(clusters: number): number {
    return (this.#quantiles[clusters] ||= studentQuantile(this.#z, clusters - 1));
  }

  /**
   * Takes the effects of group a with each later one into account. `variances` (`[groups]`) are binomial ones, of every
   * group's rate. Returns what `quantile² · effect` is at most.
   */
  take(a: number, variances: Float64Array, { squares, own, products, shared }: GroupSums): number {
    const variance = variances[a]!;
    const square = squares[a]!;
    const clustersOfOne = own[a]!;
    // Variables of this function: there may be hundreds of millions of pairs.
    let known = 0;
    let alone = 0;
    let sum = 0;
    let largest = 1;
    let fewest = this.#quantiles.length - 1;
    for (let b = a + 1; b < variances.length; b++) {
      const binomial = variance + variances[b]!;
      const clusters = clustersOfOne + own[b]! - shared[b]!;
      if (binomial === 0) continue;
      if (clusters < 2) {
        alone++;
        continue;
      }
      const effect = designEffect(square + squares[b]! - 2 * products[b]!, clusters, binomial);
      known++;
      sum += effect;
      if (effect > largest) largest = effect;
      if (clusters < fewest) fewest = clusters;
    }
    this.#known += known;
    this.#sum += sum;
    this.alone += alone;
    this.largest = Math.max(this.largest, largest);
    this.fewest = Math.min(this.fewest, fewest);
    return this.quantile(fewest) ** 2 * largest;
  }

  /** Returns the effects and quantiles of group a with each later one. */
  pairs(a: number, variances: Float64Array, { squares, own, products, shared }: GroupSums): PairEffects {
    const effects = new Float64Array(variances.length);
    const quantiles = new Float64Array(variances.length);
    for (let b = a + 1; b < variances.length; b++) {
      const binomial = variances[a]! + variances[b]!;
      const clusters = own[a]! + own[b]! - shared[b]!;
      if (binomial === 0 || clusters < 2) continue;
      effects[b] = designEffect(squares[a]! + squares[b]! - 2 * products[b]!, clusters, binomial);
      quantiles[b] = this.quantile(clusters);
    }
    return { effects, quantiles };
  }
}

function designEffect(between: number, clusters: number, binomial: number): number {
  return Math.max(1, (between * clusters) / (clusters - 1) / binomial);
}
