import { cellSizes, type OutcomeCounts } from "../counts/outcome-counts.js";
import { groupSize, type PredictionCounts } from "../counts/prediction-counts.js";
import type { Comparison, GroupFraction } from "./comparison.js";
import { cellStatus } from "./rate.js";

/** The cells that comparisons of one label share. */
export interface ComparedCells {
  /** Null as in {@link Comparison}. */
  readonly label: string | null;
  readonly groups: readonly string[];
  /** `[G]`: rows of each group. */
  readonly sizes: Float64Array;
}

/**
 * A list of comparisons as columns: K comparisons of G groups without an object for each of their K · G rates, of which
 * a thousand classes and four groups have four million. Nothing is copied: rates are read from the counts.
 */
export interface ComparisonTable {
  /** `[K]`: the prediction of each comparison. */
  readonly predictions: readonly string[];
  /** `[K]`: which of `cells` each comparison is over. */
  readonly over: Int32Array;
  /** In the order of the comparisons. */
  readonly cells: readonly ComparedCells[];
  readonly counts: Float64Array;
  /** `[K]`: comparison c has `counts[first[c] + g · stride]` rows of group g with its prediction. */
  readonly first: Int32Array;
  readonly stride: number;
}

/** Comparisons as objects or as columns. */
export type Comparisons = readonly Comparison[] | ComparisonTable;

/** Returns comparisons as columns; those that are columns already as they are. */
export function comparisonTable(comparisons: Comparisons): ComparisonTable {
  if (!isList(comparisons)) return comparisons;
  const first = new Int32Array(comparisons.length);
  let rates = 0;
  comparisons.forEach(({ fractions }, c) => {
    first[c] = rates;
    rates += fractions.length;
  });
  const counts = new Float64Array(rates);
  comparisons.forEach(({ fractions }, c) => fractions.forEach(({ k }, g) => (counts[first[c]! + g] = k)));
  return {
    predictions: comparisons.map(({ prediction }) => prediction),
    over: Int32Array.from(comparisons.keys()),
    cells: comparisons.map(({ label, fractions }) => ({
      label,
      groups: fractions.map(({ group }) => group),
      sizes: Float64Array.from(fractions, ({ n }) => n),
    })),
    counts,
    first,
    stride: 1,
  };
}

function isList(comparisons: Comparisons): comparisons is readonly Comparison[] {
  return Array.isArray(comparisons);
}

/** Returns the comparisons of these (label, prediction) pairs; labels come in ascending order. */
export function outcomeTable(
  outcomes: OutcomeCounts,
  predictionsOf: (label: number) => readonly number[],
): ComparisonTable {
  const { groups, classes, counts } = outcomes;
  const width = classes.length;
  const sizes = cellSizes(outcomes);
  const chosen = classes.map((_, label) => predictionsOf(label));
  const length = chosen.reduce((sum, predictions) => sum + predictions.length, 0);
  const [over, first] = [new Int32Array(length), new Int32Array(length)];
  const predictions = new Array<string>(length);
  const cells: ComparedCells[] = [];
  let c = 0;
  chosen.forEach((own, label) => {
    if (own.length === 0) return;
    for (const prediction of own) {
      over[c] = cells.length;
      first[c] = label * width + prediction;
      predictions[c++] = classes[prediction]!;
    }
    cells.push({
      label: classes[label]!,
      groups,
      sizes: Float64Array.from(groups, (_, g) => sizes[g * width + label]!),
    });
  });
  return { predictions, over, cells, counts, first, stride: width * width };
}

/** The columns of `equalizedOddsComparisons`. */
export function equalizedOddsTable(outcomes: OutcomeCounts): ComparisonTable {
  const indices = outcomes.classes.map((_, index) => index);
  return outcomeTable(outcomes, (label) => [
    label,
    ...(indices.length === 2 ? [] : indices.filter((prediction) => prediction !== label)),
  ]);
}

/** The columns of `recallComparisons`. */
export function recallTable(outcomes: OutcomeCounts): ComparisonTable {
  return outcomeTable(outcomes, (label) => [label]);
}

/** The columns of `selectionComparisons`; of the classes `chosen` alone where they are given. */
export function selectionTable(counted: PredictionCounts, chosen?: readonly number[]): ComparisonTable {
  const { groups, classes, predicted } = counted;
  const all = classes.map((_, c) => c);
  const shown = chosen ?? (classes.length === 2 ? all.slice(1) : all);
  const sizes = Float64Array.from(groups, (_, g) => groupSize(counted, g));
  return {
    predictions: shown.map((c) => classes[c]!),
    over: new Int32Array(shown.length),
    cells: shown.length === 0 ? [] : [{ label: null, groups, sizes }],
    counts: predicted,
    first: Int32Array.from(shown),
    stride: classes.length,
  };
}

/** Returns one rate of a comparison; both are indices. */
export function fractionAt(table: ComparisonTable, comparison: number, group: number): GroupFraction {
  const { groups, sizes } = table.cells[table.over[comparison]!]!;
  return {
    group: groups[group]!,
    k: table.counts[table.first[comparison]! + group * table.stride]!,
    n: sizes[group]!,
  };
}

/** Returns comparisons as objects. */
export function listComparisons(table: ComparisonTable): Comparison[] {
  return table.predictions.map((prediction, c) => {
    const { label, groups } = table.cells[table.over[c]!]!;
    return { label, prediction, fractions: groups.map((_, g) => fractionAt(table, c, g)) };
  });
}

/** Returns the groups with n ≥ `minimumSupport`, ascending, for each entry of `cells`. */
export function supportedGroups({ cells }: Pick<ComparisonTable, "cells">, minimumSupport: number): Int32Array[] {
  return cells.map(({ sizes }) =>
    Int32Array.from(sizes.keys()).filter((g) => cellStatus(sizes[g]!, minimumSupport) === "ok"),
  );
}
