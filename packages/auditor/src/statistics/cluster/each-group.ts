import { maximum } from "@evenodds/core";
import type { ClusterScores } from "./cluster-scores.js";

/** What a pair's variance between clusters is made of, for one group a of a comparison with every later one b. */
export interface GroupSums {
  /** `[groups]`: Σ s², and clusters with a share. */
  readonly squares: Float64Array;
  readonly own: Int32Array;
  /** `[groups]`, from a + 1 on: Σ s_a s_b, and clusters with a share in both. */
  readonly products: Float64Array;
  readonly shared: Int32Array;
}

/**
 * Yields every group a of every comparison with what it has in common with the groups after it. With s the
 * shares, `Σ (s_a − s_b)²` over the clusters is `Σ s_a² + Σ s_b² − 2 Σ s_a s_b`, of which only the last sum is of
 * pairs: it takes the clusters with rows of both.
 */
export function* eachGroup({ starts, rates, values, comparisons }: ClusterScores): Generator<{
  readonly comparison: number;
  readonly a: number;
  /** Of this group, until the next one. */
  readonly sums: GroupSums;
}> {
  const width = comparisons.reduce((sum, { groups }) => sum + groups, 0);
  const owner = new Int32Array(width);
  comparisons.forEach(({ start, groups }, c) => owner.fill(c, start, start + groups));
  // The shares of every comparison, cluster after cluster, by ascending group; `ends` is where their cluster ends.
  const next = new Int32Array(comparisons.length + 1);
  for (const rate of rates) next[owner[rate]! + 1]!++;
  for (let c = 0; c < comparisons.length; c++) next[c + 1]! += next[c]!;
  const begins = next.slice();
  const [group, share] = [new Int32Array(rates.length), new Float64Array(rates.length)];
  const [cluster, ends] = [new Int32Array(rates.length), new Int32Array(rates.length)];
  for (let k = 0; k + 1 < starts.length; k++) {
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      const c = owner[rates[entry]!]!;
      const at = next[c]!++;
      group[at] = rates[entry]! - comparisons[c]!.start;
      share[at] = values[entry]!;
      cluster[at] = k;
    }
  }
  const most = maximum(comparisons.map(({ groups }) => groups));
  const [squares, own] = [new Float64Array(most), new Int32Array(most)];
  // Of one group with every other one.
  const [products, shared] = [new Float64Array(most), new Int32Array(most)];
  const sums = { squares, own, products, shared };
  for (const [comparison, { groups }] of comparisons.entries()) {
    const [begin, end] = [begins[comparison]!, begins[comparison + 1]!];
    squares.fill(0, 0, groups);
    own.fill(0, 0, groups);
    for (let x = end - 1; x >= begin; x--)
      ends[x] = x + 1 < end && cluster[x + 1] === cluster[x] ? ends[x + 1]! : x + 1;
    for (let x = begin; x < end; x++) {
      squares[group[x]!]! += share[x]! * share[x]!;
      own[group[x]!]!++;
    }
    const { order, from } = byGroup(group.subarray(begin, end), groups);
    for (let a = 0; a < groups; a++) {
      products.fill(0, a, groups);
      shared.fill(0, a, groups);
      for (let i = from[a]!; i < from[a + 1]!; i++) {
        const x = begin + order[i]!;
        const value = share[x]!;
        for (let y = x + 1; y < ends[x]!; y++) {
          products[group[y]!]! += value * share[y]!;
          shared[group[y]!]!++;
        }
      }
      yield { comparison, a, sums };
    }
  }
}

/** The positions of shares by their groups, in the order of the shares within a group. */
function byGroup(group: Int32Array, groups: number): { readonly order: Int32Array; readonly from: Int32Array } {
  const from = new Int32Array(groups + 1);
  for (const a of group) from[a + 1]!++;
  for (let a = 0; a < groups; a++) from[a + 1]! += from[a]!;
  const next = from.slice();
  const order = new Int32Array(group.length);
  group.forEach((a, x) => (order[next[a]!++] = x));
  return { order, from };
}
