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

/** Returns how many rows were read, used and excluded, with every reason in its fixed order. */
export function rowAccounting(predictions: PredictionCounts): RowAccounting {
  const used = predictions.groups.reduce((sum, _, group) => sum + groupSize(predictions, group), 0);
  const count = (reason: ExclusionReason) => [reason, predictions.excluded[reason] ?? 0] as const;
  return {
    read: used + excludedRows(predictions),
    used,
    excluded: Object.fromEntries(exclusionReasons.map(count)) as Record<ExclusionReason, number>,
  };
}

/** Returns every (label, group) cell with the rate of each prediction. */
export function cellTable(
  outcomes: OutcomeCounts,
  { minimumSupport, alpha }: { readonly minimumSupport: number; readonly alpha: number },
): CellReport[] {
  return outcomes.classes.flatMap((label, y) =>
    outcomes.groups.map((group, g) => {
      const n = cellSize(outcomes, g, y);
      const predictions = outcomes.classes.map((prediction, p) =>
        predictionRate(prediction, { k: countAt(outcomes, g, y, p), n, alpha }),
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

function predictionRate(prediction: string, cell: Fraction & { readonly alpha: number }): PredictionRate {
  const { k, n, alpha } = cell;
  // A binomial interval means nothing for weighted rows.
  const whole = Number.isInteger(k) && Number.isInteger(n);
  const interval = whole ? wilsonInterval({ k, n }, normalQuantile(1 - alpha / 2)) : null;
  return { prediction, k, rate: rateOf(k, n), lower: interval?.lower ?? null, upper: interval?.upper ?? null };
}
