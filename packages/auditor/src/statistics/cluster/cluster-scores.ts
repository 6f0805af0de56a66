import { countAt, type ClusterCounts } from "@evenodds/core";
import type { ComparedLabel } from "./compared-labels.js";

/** What every cluster adds to how far each group's rate lies from a centre, without zeros. */
export interface ClusterScores {
  /** `[K + 1]`: cluster k has the entries from `starts[k]` up to `starts[k + 1]`. */
  readonly starts: Int32Array;
  /** `[M]`: index of a rate. The rates of one comparison, one per group, stand together. */
  readonly rates: Int32Array;
  /** `[M]`: `(rows with the prediction − centre · rows) / n(y, a)`, summed over the cluster's rows of the cell. */
  readonly values: Float64Array;
  /** Per comparison: index of its first rate, and how many groups it has. */
  readonly comparisons: readonly { readonly start: number; readonly groups: number }[];
}

/** The same one cluster after another, for where all shares would take too much memory or time. */
export interface ClusterShares extends Pick<ClusterScores, "comparisons"> {
  /** Shares of clusters in rates, those that turn out to be 0 included. */
  readonly most: number;
  /** Number of rates. */
  readonly width: number;
  /** `[width]`: what each rate is compared with, and n(y, a). */
  readonly centres: Float64Array;
  readonly sizes: Float64Array;
  /**
   * Calls `visit` for every cluster and cell with the number of its shares that are not zero; what they are is in
   * `rates` and `values`, from 0 on, until the next call. If it returns false, the rest of the cluster is left out.
   */
  readonly each: (visit: (cluster: number, shares: number) => boolean) => void;
  readonly rates: Int32Array;
  readonly values: Float64Array;
}

/**
 * Returns each cluster's share in `r(y, ŷ, a) − centre`. The centre is the rate of all compared groups together
 * (`pooled`: the shares of all clusters then add up to the group's distance from it) or the group's own (`own`: they
 * add up to 0). Null where there are more shares than memory has room for: a cluster has one in every rate of each of
 * its cells, so that is (cluster, group, label) times predictions.
 */
export function clusterScores(
  clustered: ClusterCounts,
  options: { readonly labels: readonly ComparedLabel[]; readonly centre: "pooled" | "own" },
): ClusterScores | null {
  const shares = clusterShares(clustered, options);
  if (shares.most > mostShares) return null;
  const rates = new Int32Array(shares.most);
  const values = new Float64Array(shares.most);
  const starts = new Int32Array(clustered.starts.length);
  let length = 0;
  shares.each((k, found) => {
    for (let i = 0; i < found; i++) {
      rates[length] = shares.rates[i]!;
      values[length++] = shares.values[i]!;
    }
    starts[k + 1] = length;
    return true;
  });
  for (let k = 0; k + 1 < starts.length; k++) starts[k + 1] = Math.max(starts[k]!, starts[k + 1]!);
  return { starts, rates: rates.slice(0, length), values: values.slice(0, length), comparisons: shares.comparisons };
}

/** Returns the shares of {@link clusterScores} without keeping them. */
export function clusterShares(
  { outcomes, starts, cells, counts }: ClusterCounts,
  { labels, centre }: { readonly labels: readonly ComparedLabel[]; readonly centre: "pooled" | "own" },
): ClusterShares {
  const width = outcomes.classes.length;
  const comparisons: { start: number; groups: number }[] = [];
  const centres: number[] = [];
  const sizes: number[] = [];
  /** Per (group, label): its first rate, and how far apart those of its other predictions are. */
  const cellRates = new Map<number, { readonly first: number; readonly step: number; readonly of: ComparedLabel }>();
  for (const compared of labels) {
    const { label, groups, predictions } = compared;
    const rows = compared.sizes.reduce((sum, n) => sum + n, 0);
    const first = centres.length;
    groups.forEach((group, at) => {
      cellRates.set(group * width + label, { first: first + at, step: groups.length, of: compared });
    });
    for (const prediction of predictions) {
      comparisons.push({ start: centres.length, groups: groups.length });
      const all = groups.reduce((sum, group) => sum + countAt(outcomes, group, label, prediction), 0);
      groups.forEach((group, at) => {
        const n = compared.sizes[at]!;
        centres.push(centre === "pooled" ? all / rows : countAt(outcomes, group, label, prediction) / n);
        sizes.push(n);
      });
    }
  }

  const most = countShares(starts, cells, (cell) => cellRates.get(Math.floor(cell / width)));
  const rates = new Int32Array(width);
  const values = new Float64Array(width);
  const sums = new Float64Array(width);
  const each = (visit: (cluster: number, shares: number) => boolean) => {
    for (let k = 0; k + 1 < starts.length; k++) {
      const end = starts[k + 1]!;
      // Entries of a cell stand together.
      for (let entry = starts[k]!, next: number; entry < end; entry = next) {
        const cell = Math.floor(cells[entry]! / width);
        for (next = entry + 1; next < end && cells[next]! < (cell + 1) * width;) next++;
        const found = cellRates.get(cell);
        if (found === undefined) continue;
        const { predictions } = found.of;
        sums.fill(0, 0, predictions.length);
        for (let at = entry; at < next; at++) {
          const prediction = cells[at]! % width;
          for (let i = 0, rate = found.first; i < predictions.length; i++, rate += found.step) {
            sums[i]! += (counts[at]! * ((predictions[i] === prediction ? 1 : 0) - centres[rate]!)) / sizes[rate]!;
          }
        }
        let kept = 0;
        for (let i = 0; i < predictions.length; i++) {
          if (sums[i] === 0) continue;
          rates[kept] = found.first + i * found.step;
          values[kept++] = sums[i]!;
        }
        if (!visit(k, kept)) break;
      }
    }
  };
  return {
    ...{ comparisons, most, width: centres.length, each, rates, values },
    ...{ centres: Float64Array.from(centres), sizes: Float64Array.from(sizes) },
  };
}

/** So many shares take three quarters of a gigabyte. */
const mostShares = 2 ** 26;

/** Why there is nothing where {@link clusterScores} returns null. */
export const tooManyShares = "clusters have shares in more rates than memory has room for";

function countShares(
  starts: Int32Array,
  cells: Int32Array,
  ratesOf: (cell: number) => { readonly of: ComparedLabel; readonly first: number } | undefined,
): number {
  let shares = 0;
  for (let k = 0; k + 1 < starts.length; k++) {
    let before: number | null = null;
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      const found = ratesOf(cells[entry]!);
      if (found === undefined || found.first === before) continue;
      before = found.first;
      shares += found.of.predictions.length;
    }
  }
  return shares;
}
