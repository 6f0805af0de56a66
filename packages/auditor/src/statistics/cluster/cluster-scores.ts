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

/**
 * Returns each cluster's share in `r(y, ŷ, a) − centre`. The centre is the rate of all compared groups together
 * (`pooled`: the shares of all clusters then add up to the group's distance from it) or the group's own (`own`: they
 * add up to 0). Null where there are more shares than memory has room for: a cluster has one in every rate of each of
 * its cells, so that is (cluster, group, label) times predictions.
 */
export function clusterScores(
  { outcomes, starts, cells, counts }: ClusterCounts,
  { labels, centre }: { readonly labels: readonly ComparedLabel[]; readonly centre: "pooled" | "own" },
): ClusterScores | null {
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

  // Shares of clusters in rates, those that turn out to be 0 included.
  const most = countShares(starts, cells, (cell) => cellRates.get(Math.floor(cell / width)));
  if (most > mostShares) return null;
  const rates = new Int32Array(most);
  const values = new Float64Array(most);
  let length = 0;
  const scoreStarts = new Int32Array(starts.length);
  const sums = new Float64Array(centres.length);
  for (let k = 0; k + 1 < starts.length; k++) {
    const from = length;
    let before = -1;
    for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
      const cell = Math.floor(cells[entry]! / width);
      const prediction = cells[entry]! % width;
      const found = cellRates.get(cell);
      if (found === undefined) continue;
      const { predictions } = found.of;
      // Entries of a cell stand together.
      if (cell !== before) for (let i = 0; i < predictions.length; i++) rates[length++] = found.first + i * found.step;
      before = cell;
      for (let i = 0; i < predictions.length; i++) {
        const rate = found.first + i * found.step;
        sums[rate]! += (counts[entry]! * ((predictions[i] === prediction ? 1 : 0) - centres[rate]!)) / sizes[rate]!;
      }
    }
    let kept = from;
    for (let at = from; at < length; at++) {
      const rate = rates[at]!;
      if (sums[rate] !== 0) {
        rates[kept] = rate;
        values[kept++] = sums[rate]!;
      }
      sums[rate] = 0;
    }
    length = kept;
    scoreStarts[k + 1] = length;
  }
  return { starts: scoreStarts, rates: rates.slice(0, length), values: values.slice(0, length), comparisons };
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
