import { cellSize, cellSizes, countAt, type OutcomeCounts } from "../counts/outcome-counts.js";
import { predictionCounts } from "../counts/prediction-counts.js";
import type { GapOptions } from "./largest-gap.js";
import { cellStatus, checkMinimumSupport, defaultMinimumSupport, rateOf, type CellStatus } from "./rate.js";

/** `k` of `n` rows. */
export interface Rate {
  readonly k: number;
  readonly n: number;
  /** `k / n`; null where n = 0. */
  readonly value: number | null;
  /** By n and the minimum support. */
  readonly status: CellStatus;
}

/** The six rates of one class against all others, in one group. */
export interface ClassRates {
  readonly group: string;
  readonly class: string;
  /** P(Ŷ=c | Y=c), recall, sensitivity. */
  readonly truePositiveRate: Rate;
  /** P(Ŷ=c | Y≠c). */
  readonly falsePositiveRate: Rate;
  /** P(Ŷ≠c | Y≠c), specificity. */
  readonly trueNegativeRate: Rate;
  /** P(Ŷ≠c | Y=c). */
  readonly falseNegativeRate: Rate;
  /** P(Y=c | Ŷ=c), precision. */
  readonly positivePredictiveValue: Rate;
  /** P(Y≠c | Ŷ≠c). */
  readonly negativePredictiveValue: Rate;
}

/** Rows of one group by being of the class and being predicted it. */
export interface ClassCells {
  readonly truePositives: number;
  readonly falsePositives: number;
  readonly falseNegatives: number;
  readonly trueNegatives: number;
}

/** Returns how many rows of a group are right and wrong about one class against all others; both are indices. */
export function classCells(outcomes: OutcomeCounts, group: number, positive: number): ClassCells {
  let rows = 0;
  let predicted = 0;
  for (let y = 0; y < outcomes.classes.length; y++) {
    rows += cellSize(outcomes, group, y);
    predicted += countAt(outcomes, group, y, positive);
  }
  const truePositives = countAt(outcomes, group, positive, positive);
  const falseNegatives = cellSize(outcomes, group, positive) - truePositives;
  const falsePositives = predicted - truePositives;
  return { truePositives, falsePositives, falseNegatives, trueNegatives: rows - predicted - falseNegatives };
}

/** Returns a function that is {@link classCells} for any group and class, after one look at all counts. */
export function everyClassCells(outcomes: OutcomeCounts): (group: number, positive: number) => ClassCells {
  const width = outcomes.classes.length;
  const sizes = cellSizes(outcomes);
  const { predicted } = predictionCounts(outcomes);
  const rows = outcomes.groups.map((_, g) =>
    sizes.subarray(g * width, (g + 1) * width).reduce((sum, size) => sum + size, 0),
  );
  return (group, positive) => {
    const truePositives = countAt(outcomes, group, positive, positive);
    const falseNegatives = sizes[group * width + positive]! - truePositives;
    const all = predicted[group * width + positive]!;
    return {
      truePositives,
      falsePositives: all - truePositives,
      falseNegatives,
      trueNegatives: rows[group]! - all - falseNegatives,
    };
  };
}

/**
 * Returns TPR, FPR, TNR, FNR, PPV and NPV of every class against the rest in every group, ordered by group, then class.
 * Each comes with its fraction; 0/0 (a class that a group does not have, or that is never predicted in it) is null.
 *
 * Throws {@link UsageError} for a minimum support below 1. Source: the usual definitions, as in Powers 2011.
 */
export function classRates(outcomes: OutcomeCounts, options: GapOptions = {}): ClassRates[] {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  const rate = (k: number, n: number): Rate => ({ k, n, value: rateOf(k, n), status: cellStatus(n, minimumSupport) });
  const cellsOf = everyClassCells(outcomes);
  return outcomes.groups.flatMap((group, g) =>
    outcomes.classes.map((name, c) => {
      const { truePositives, falsePositives, falseNegatives, trueNegatives } = cellsOf(g, c);
      const [positives, negatives] = [truePositives + falseNegatives, falsePositives + trueNegatives];
      return {
        group,
        class: name,
        truePositiveRate: rate(truePositives, positives),
        falsePositiveRate: rate(falsePositives, negatives),
        trueNegativeRate: rate(trueNegatives, negatives),
        falseNegativeRate: rate(falseNegatives, positives),
        positivePredictiveValue: rate(truePositives, truePositives + falsePositives),
        negativePredictiveValue: rate(trueNegatives, trueNegatives + falseNegatives),
      };
    }),
  );
}
