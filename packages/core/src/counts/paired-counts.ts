import { InputError } from "../errors.js";
import type { ClusterCounts } from "./cluster-counts.js";
import { emptyCounts, type OutcomeCounts } from "./outcome-counts.js";

/**
 * How many rows have which (group, true label, prediction of A, prediction of B): all that a comparison of two models
 * on the same rows is computed from. Whole numbers.
 */
export interface PairedCounts {
  readonly groups: readonly string[];
  readonly classes: readonly string[];
  /** `[G, C, C, C]`: group, label, prediction of A, prediction of B. */
  readonly counts: Float64Array;
  readonly excluded: OutcomeCounts["excluded"];
}

/** The paired counts of every cluster, without their zeros. */
export interface PairedClusters {
  /** `[K + 1]`: cluster k has the entries from `starts[k]` up to `starts[k + 1]`. */
  readonly starts: Int32Array;
  /** `[M]`: index into `PairedCounts.counts`. */
  readonly cells: Int32Array;
  /** `[M]`: rows of the cluster in that cell. */
  readonly counts: Float64Array;
}

/** What the groups of crossed counts are made of. */
export interface CrossedPrediction {
  readonly groups: readonly string[];
  /** The predictions of A, in the order in which they are crossed. */
  readonly predictions: readonly string[];
  /** The classes of the result: all of the crossed counts, and all that A predicts. */
  readonly classes: readonly string[];
}

/**
 * Returns paired counts from counts of B whose groups are crossed with the predictions of A, those changing fastest, as
 * `crossedLevels` has it: whatever counts by group can so count pairs. Throws {@link InputError} where the numbers of
 * groups do not fit, and for a class that is not among `classes`.
 */
export function pairedCounts(crossed: OutcomeCounts, by: CrossedPrediction): PairedCounts {
  const place = pairedPlace(crossed, by);
  const { groups, classes } = by;
  const counts = emptyPairs(groups, classes);
  crossed.counts.forEach((count, cell) => {
    if (count > 0) counts[place(cell)]! += count;
  });
  return { groups, classes, counts, excluded: crossed.excluded };
}

/** Returns the clusters of {@link pairedCounts}, given those of the crossed counts. Throws the same. */
export function pairedClusters(crossed: ClusterCounts, by: CrossedPrediction): PairedClusters {
  const place = pairedPlace(crossed.outcomes, by);
  return { starts: crossed.starts, cells: crossed.cells.map(place), counts: crossed.counts };
}

/** Returns the outcomes of each of the two models. */
export function outcomesOfPairs({ groups, classes, counts, excluded }: PairedCounts): {
  readonly a: OutcomeCounts;
  readonly b: OutcomeCounts;
} {
  const width = classes.length;
  const [a, b] = [emptyCounts(groups, classes), emptyCounts(groups, classes)];
  counts.forEach((count, at) => {
    if (count === 0) return;
    const cell = Math.floor(at / width ** 2);
    a.counts[cell * width + (Math.floor(at / width) % width)]! += count;
    b.counts[cell * width + (at % width)]! += count;
  });
  return { a: { ...a, excluded }, b: { ...b, excluded } };
}

/** So many counts take a gigabyte. */
const mostPairs = 2 ** 27;

function emptyPairs(groups: readonly string[], classes: readonly string[]): Float64Array {
  const cells = groups.length * classes.length ** 3;
  if (cells <= mostPairs) return new Float64Array(cells);
  throw new InputError({
    argument: "paired counts",
    expected: `at most ${mostPairs} combinations of group, label and two predictions`,
    found: `${cells} of ${groups.length} groups and ${classes.length} classes`,
    hint: "compare the reports of two audits instead, which hold the predictions of each model by themselves",
  });
}

/** Returns where an index of crossed counts stands among the paired ones. */
function pairedPlace(crossed: OutcomeCounts, by: CrossedPrediction): (cell: number) => number {
  const { groups, predictions, classes } = by;
  if (crossed.groups.length !== groups.length * predictions.length) {
    throw new InputError({
      argument: "crossed counts",
      expected: `${groups.length} groups × ${predictions.length} predictions`,
      found: `${crossed.groups.length} groups`,
    });
  }
  const own = indices(crossed.classes, classes);
  const first = indices(predictions, classes);
  const [from, to] = [crossed.classes.length, classes.length];
  return (cell) => {
    const second = own[cell % from]!;
    const label = own[Math.floor(cell / from) % from]!;
    const crossing = Math.floor(cell / from ** 2);
    const group = Math.floor(crossing / predictions.length);
    return ((group * to + label) * to + first[crossing % predictions.length]!) * to + second;
  };
}

function indices(names: readonly string[], classes: readonly string[]): Int32Array {
  const at = new Map(classes.map((name, index) => [name, index]));
  return Int32Array.from(names, (name) => {
    const index = at.get(name);
    if (index !== undefined) return index;
    const found = `${JSON.stringify(name)} besides`;
    throw new InputError({ argument: "classes of paired counts", expected: "all that occur", found });
  });
}
