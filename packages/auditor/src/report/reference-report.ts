import {
  cellSizes,
  cellStatus,
  gapOf,
  groupSize,
  type CellStatus,
  type OutcomeCounts,
  type PredictionCounts,
} from "@evenodds/core";
import { koopmanInterval } from "../statistics/koopman-interval.js";
import { newcombeInterval } from "../statistics/newcombe-interval.js";
import { normalQuantile } from "../statistics/normal-quantile.js";
import type { FractionPair } from "../statistics/dependence/mantel-haenszel-difference.js";

/** Every group beside one that the reader has chosen. */
export interface ReferenceReport {
  /** The chosen group. */
  readonly group: string;
  /** Every (label, other group), ordered by label, then group; empty without labels. */
  readonly cells: readonly ReferenceCell[];
  /** Every other group whatever its labels: how often each class is predicted. */
  readonly selectionRates: readonly ReferenceCell[];
}

/** The rows of a group beside those of the reference group, with the same true label where there are labels. */
export interface ReferenceCell {
  /** Null where all labels are taken together. */
  readonly label: string | null;
  readonly group: string;
  readonly n: number;
  readonly referenceN: number;
  /** The worse one of the two. */
  readonly status: CellStatus;
  /** One per class, in the order of the report's `classes`. */
  readonly predictions: readonly ReferenceComparison[];
}

/**
 * `k` of the cell's `n` rows have this prediction, `referenceK` of the `referenceN` rows of the reference group; sums
 * of weights where rows carry some. Each interval is at level 1 − alpha by itself, for rows that are independent.
 */
export interface ReferenceComparison {
  readonly prediction: string;
  readonly k: number;
  readonly referenceK: number;
  /** `k/n − referenceK/referenceN` with Newcombe's interval. */
  readonly difference: BoundedFigure;
  /**
   * `(k/n) / (referenceK/referenceN)` with Koopman's interval. Without a value where the reference group's rate is 0;
   * an upper bound of null beside a lower one means that there is none.
   */
  readonly ratio: BoundedFigure;
}

/** A figure with its interval: all null where there are no rows, no bounds of weighted rows without effective size. */
export interface BoundedFigure {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/**
 * Returns every group beside the group at place `reference`: differences and ratios of all rates. Weighted rows have
 * intervals by their `effective` counts, where those are given, and none otherwise.
 *
 * As with the rates of a report, comparisons of a cell are made whenever they are asked for.
 */
export function referenceReport(
  { outcomes, predictions }: { readonly outcomes: OutcomeCounts | null; readonly predictions: PredictionCounts },
  options: {
    readonly reference: number;
    readonly minimumSupport: number;
    readonly alpha: number;
    readonly weighted: boolean;
    readonly effective?: OutcomeCounts | null | undefined;
  },
): ReferenceReport {
  const { reference, weighted, effective = null } = options;
  const { groups, classes } = predictions;
  const cellOf = cellMaker(options, classes);
  return {
    group: groups[reference]!,
    cells: outcomes === null ? [] : labelledCells(outcomes, { reference, weighted, effective, cellOf }),
    selectionRates: others(groups, reference).map((g) => {
      const rowsOf = (group: number) => ({
        n: groupSize(predictions, group),
        kOf: (p: number) => predictions.predicted[group * classes.length + p]!,
      });
      const [rows, referenceRows] = [rowsOf(g), rowsOf(reference)];
      const bounded = weighted ? null : { rows, referenceRows };
      return cellOf({ label: null, group: groups[g]!, rows, referenceRows, bounded });
    }),
  };
}

function labelledCells(
  outcomes: OutcomeCounts,
  of: {
    readonly reference: number;
    readonly weighted: boolean;
    readonly effective: OutcomeCounts | null;
    readonly cellOf: CellMaker;
  },
): ReferenceCell[] {
  const { reference, weighted, effective, cellOf } = of;
  const { groups, classes } = outcomes;
  const rowsOf = rowsByCell(outcomes);
  const boundedOf = effective === null ? (weighted ? null : rowsOf) : rowsByCell(effective);
  return classes.flatMap((label, y) =>
    others(groups, reference).map((g) => {
      const pair = (find: RowsByCell) => ({ rows: find(g, y), referenceRows: find(reference, y) });
      return cellOf({ label, group: groups[g]!, ...pair(rowsOf), bounded: boundedOf && pair(boundedOf) });
    }),
  );
}

function others(groups: readonly string[], reference: number): number[] {
  return groups.flatMap((_, g) => (g === reference ? [] : [g]));
}

/** Rows of a cell, and how many of them have a prediction. */
interface Rows {
  readonly n: number;
  readonly kOf: (prediction: number) => number;
}

type RowsByCell = (group: number, label: number) => Rows;

function rowsByCell(outcomes: OutcomeCounts): RowsByCell {
  const width = outcomes.classes.length;
  // The caller may use its table for other counts while the report is still read.
  const counts = outcomes.counts.slice();
  const sizes = cellSizes(outcomes);
  return (group, label) => {
    const at = group * width + label;
    return { n: sizes[at]!, kOf: (p) => counts[at * width + p]! };
  };
}

interface Pair {
  readonly rows: Rows;
  readonly referenceRows: Rows;
}

/** The rows of a cell; `bounded` are those that intervals count, null where none can be made. */
type CellMaker = (
  cell: Pair & { readonly label: string | null; readonly group: string; readonly bounded: Pair | null },
) => ReferenceCell;

function cellMaker(
  { minimumSupport, alpha }: { readonly minimumSupport: number; readonly alpha: number },
  classes: readonly string[],
): CellMaker {
  const z = normalQuantile(1 - alpha / 2);
  return ({ label, group, rows, referenceRows, bounded }) => ({
    label,
    group,
    n: rows.n,
    referenceN: referenceRows.n,
    status: cellStatus(Math.min(rows.n, referenceRows.n), minimumSupport),
    get predictions() {
      return classes.map((prediction, p) => {
        const pair = fractions({ rows, referenceRows }, p);
        return comparison(prediction, { pair, bounded: bounded && fractions(bounded, p), z });
      });
    },
  });
}

function fractions({ rows, referenceRows }: Pair, prediction: number): FractionPair {
  return {
    first: { k: rows.kOf(prediction), n: rows.n },
    second: { k: referenceRows.kOf(prediction), n: referenceRows.n },
  };
}

function comparison(
  prediction: string,
  of: { readonly pair: FractionPair; readonly bounded: FractionPair | null; readonly z: number },
): ReferenceComparison {
  const { pair, bounded, z } = of;
  const { first, second } = pair;
  const compared = first.n > 0 && second.n > 0;
  const difference = compared ? gapOf(first, second) : null;
  const ratio = compared && second.k > 0 ? first.k / first.n / (second.k / second.n) : null;
  return {
    prediction,
    k: first.k,
    referenceK: second.k,
    difference: { value: difference, ...finiteBounds(bounded && newcombeInterval(bounded, z)) },
    ratio: { value: ratio, ...finiteBounds(bounded && koopmanInterval(bounded, z)) },
  };
}

function finiteBounds(bounds: { readonly lower: number; readonly upper: number } | null): Omit<BoundedFigure, "value"> {
  if (bounds === null) return { lower: null, upper: null };
  return { lower: bounds.lower, upper: Number.isFinite(bounds.upper) ? bounds.upper : null };
}
