import { cellSizes, countAt, type OutcomeCounts, type PairedClusters } from "@evenodds/core";
import { comparedPairs, type ComparedGroups } from "./gap-of-counts.js";

/** By how much clusters raise variances of one pair of groups, at least 1. */
export interface PairEffect {
  /** Of the change of their difference. */
  readonly change: number;
  /** Of their difference in A, and in B. */
  readonly a: number;
  readonly b: number;
  /** Clusters with rows of the pair. */
  readonly clusters: number;
}

/** What is summed over the rows of a group with one label: how often A, and B, make a prediction, and the change. */
type Kind = "a" | "b" | "change";
const kinds: readonly Kind[] = ["a", "b", "change"];

/**
 * Returns the design effects of every pair of groups, by label, prediction and pair: `max(1, V / V₀)` with V₀ the
 * variance where rows are independent, V the one between clusters, `K/(K−1) Σ (cluster's share)²`. A pair without a
 * variance V₀ takes the largest effect of all others.
 */
export function clusterEffects(
  { a, b, clusters }: { readonly a: OutcomeCounts; readonly b: OutcomeCounts; readonly clusters: PairedClusters },
  compared: readonly ComparedGroups[],
): PairEffect[] {
  const pairs = comparedPairs(compared);
  const between = { a: new Float64Array(pairs), b: new Float64Array(pairs), change: new Float64Array(pairs) };
  const rows = { a: new Float64Array(pairs), b: new Float64Array(pairs), change: new Float64Array(pairs) };
  const sharing = new Float64Array(pairs);
  const moved = new Float64Array(a.counts.length);
  const sizes = cellSizes(a);
  const width = a.classes.length;
  for (let k = 0; k + 1 < clusters.starts.length; k++) {
    const own = countCluster(clusters, k, width);
    own.moved.forEach((count, at) => (moved[at]! += count));
    eachPair(compared, (at, { label, prediction, one, other }) => {
      const [cellOne, cellOther] = [one * width + label, other * width + label];
      const [rowsOne, rowsOther] = [own.rows.get(cellOne) ?? 0, own.rows.get(cellOther) ?? 0];
      if (rowsOne + rowsOther === 0) return;
      sharing[at]!++;
      for (const kind of kinds) {
        const share = (cell: number, present: number) => {
          if (present === 0) return 0;
          const place = cell * width + prediction;
          const [inA, inB] = [own.a.get(place) ?? 0, own.b.get(place) ?? 0];
          const sum = { a: inA, b: inB, change: inB - inA }[kind];
          const [allA, allB] = [a.counts[place]!, b.counts[place]!];
          const all = { a: allA, b: allB, change: allB - allA }[kind];
          return (sum - (all / sizes[cell]!) * present) / sizes[cell]!;
        };
        between[kind][at]! += (share(cellOne, rowsOne) - share(cellOther, rowsOther)) ** 2;
      }
    });
  }
  eachPair(compared, (at, { label, prediction, one, other }) => {
    for (const group of [one, other]) {
      const cell = group * width + label;
      const n = sizes[cell]!;
      const [inA, inB] = [a, b].map((side) => countAt(side, group, label, prediction) / n) as [number, number];
      rows.a[at]! += (inA * (1 - inA)) / n;
      rows.b[at]! += (inB * (1 - inB)) / n;
      rows.change[at]! += (moved[cell * width + prediction]! / n - (inB - inA) ** 2) / n;
    }
  });
  const effects = Object.fromEntries(kinds.map((kind) => [kind, effectsOf(between[kind], rows[kind], sharing)]));
  return Array.from(sharing, (count, at) => {
    return { change: effects.change![at]!, a: effects.a![at]!, b: effects.b![at]!, clusters: count };
  });
}

function effectsOf(between: Float64Array, rows: Float64Array, sharing: Float64Array): Float64Array {
  const known = between.map((variance, at) => {
    const clusters = sharing[at]!;
    if (!(rows[at]! > 0) || clusters < 2) return 0;
    return Math.max(1, ((clusters / (clusters - 1)) * variance) / rows[at]!);
  });
  const largest = known.reduce((most, effect) => Math.max(most, effect), 1);
  return known.map((effect) => (effect === 0 ? largest : effect));
}

/** The counts of one cluster: by cell of group and label, and by cell and prediction. */
interface ClusterOfPairs {
  readonly rows: ReadonlyMap<number, number>;
  readonly a: ReadonlyMap<number, number>;
  readonly b: ReadonlyMap<number, number>;
  readonly moved: ReadonlyMap<number, number>;
}

function countCluster({ starts, cells, counts }: PairedClusters, k: number, width: number): ClusterOfPairs {
  const empty = () => new Map<number, number>();
  const found = { rows: empty(), a: empty(), b: empty(), moved: empty() };
  const add = (map: Map<number, number>, at: number, count: number) => map.set(at, (map.get(at) ?? 0) + count);
  for (let entry = starts[k]!; entry < starts[k + 1]!; entry++) {
    const [at, count] = [cells[entry]!, counts[entry]!];
    const [cell, one, other] = [Math.floor(at / width ** 2), Math.floor(at / width) % width, at % width];
    add(found.rows, cell, count);
    add(found.a, cell * width + one, count);
    add(found.b, cell * width + other, count);
    if (one === other) continue;
    add(found.moved, cell * width + one, count);
    add(found.moved, cell * width + other, count);
  }
  return found;
}

/** Calls `visit` for every pair of groups of every label and prediction, with its place among them. */
export function eachPair(
  compared: readonly ComparedGroups[],
  visit: (
    at: number,
    pair: { readonly label: number; readonly prediction: number; readonly one: number; readonly other: number },
  ) => void,
): void {
  let at = 0;
  for (const { label, groups, predictions } of compared) {
    for (const prediction of predictions) {
      for (let i = 0; i < groups.length; i++) {
        for (let j = i + 1; j < groups.length; j++)
          visit(at++, { label, prediction, one: groups[i]!, other: groups[j]! });
      }
    }
  }
}
