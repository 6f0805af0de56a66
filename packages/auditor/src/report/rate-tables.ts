import {
  cellSize,
  cellStatus,
  countAt,
  excludedRows,
  exclusionReasons,
  groupSize,
  rateOf,
  type ExclusionReason,
  type OutcomeCounts,
  type PredictionCounts,
} from "@evenodds/core";
import { normalQuantile } from "../statistics/normal-quantile.js";
import { wilsonInterval, type Fraction } from "../statistics/wilson-interval.js";
import type { CellReport, PredictionRate, RowAccounting, SelectionReport } from "./audit-report.js";

/**
 * Returns how many rows were read, used and excluded, with every reason in its fixed order. `usedRows` replaces the sum of the
 * counts where these are sums of weights.
 */
export function rowAccounting(predictions: PredictionCounts, usedRows?: number): RowAccounting {
  const used = usedRows ?? predictions.groups.reduce((sum, _, group) => sum + groupSize(predictions, group), 0);
  const count = (reason: ExclusionReason) => [reason, predictions.excluded[reason] ?? 0] as const;
  return {
    read: used + excludedRows(predictions),
    used,
    excluded: Object.fromEntries(exclusionReasons.map(count)) as Record<ExclusionReason, number>,
  };
}

/**
 * Returns every (label, group) cell with the rate of each prediction. Weighted rows have intervals by their `effective` counts,
 * where those are given, and none otherwise.
 */
export function cellTable(
  outcomes: OutcomeCounts,
  options: {
    readonly minimumSupport: number;
    readonly alpha: number;
    readonly effective?: OutcomeCounts | null | undefined;
  },
): CellReport[] {
  const { minimumSupport, alpha, effective = null } = options;
  return outcomes.classes.flatMap((label, y) =>
    outcomes.groups.map((group, g) => {
      const n = cellSize(outcomes, g, y);
      const predictions = outcomes.classes.map((prediction, p) =>
        predictionRate(prediction, {
          ...{ k: countAt(outcomes, g, y, p), n, alpha },
          effective: effective && { k: countAt(effective, g, y, p), n: cellSize(effective, g, y) },
        }),
      );
      return { label, group, n, status: cellStatus(n, minimumSupport), predictions };
    }),
  );
}

/** Returns how often each class is predicted in each group. */
export function selectionTable(
  predictions: PredictionCounts,
  { alpha }: { readonly alpha: number },
): SelectionReport[] {
  const { groups, classes, predicted } = predictions;
  return groups.map((group, g) => {
    const n = groupSize(predictions, g);
    return {
      group,
      n,
      predictions: classes.map((name, c) => predictionRate(name, { k: predicted[g * classes.length + c]!, n, alpha })),
    };
  });
}

function predictionRate(
  prediction: string,
  cell: Fraction & { readonly alpha: number; readonly effective?: Fraction | null },
): PredictionRate {
  const { k, n, alpha, effective = null } = cell;
  // A binomial interval means nothing for sums of weights.
  const whole = Number.isInteger(k) && Number.isInteger(n) ? { k, n } : null;
  const rows = effective ?? whole;
  const interval = rows === null ? null : wilsonInterval(rows, normalQuantile(1 - alpha / 2));
  return { prediction, k, rate: rateOf(k, n), lower: interval?.lower ?? null, upper: interval?.upper ?? null };
}
