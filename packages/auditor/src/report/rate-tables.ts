import {
  cellSizes,
  cellStatus,
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
import type { CellReport, ExcludedRowCounts, PredictionRate, RowAccounting, SelectionReport } from "./audit-report.js";

/**
 * Returns how many rows were read, used and excluded, with every reason in its fixed order. Where the counts are sums
 * of weights, `weightedRows` says how many rows are behind them; their sum is then told as the weight of these rows.
 */
export function rowAccounting(predictions: PredictionCounts, weightedRows?: number): RowAccounting {
  const counted = predictions.groups.reduce((sum, _, group) => sum + groupSize(predictions, group), 0);
  const used = weightedRows ?? counted;
  return {
    read: used + excludedRows(predictions),
    used,
    excluded: listedExclusions(predictions.excluded),
    ...(weightedRows === undefined ? {} : { weight: counted }),
  };
}

/** Returns rows by every reason, 0 included; small groups only where there are any. */
export function listedExclusions(excluded: Readonly<Partial<Record<ExclusionReason, number>>>): ExcludedRowCounts {
  const count = (reason: ExclusionReason) => [reason, excluded[reason] ?? 0] as const;
  const listed = exclusionReasons.map(count).filter(([reason, rows]) => reason !== "small-group" || rows > 0);
  return Object.fromEntries(listed) as ExcludedRowCounts & Record<string, number>;
}

/**
 * Returns every (label, group) cell with the rate of each prediction. Weighted rows have intervals by their `effective`
 * counts, where those are given, and none otherwise.
 *
 * The rates of a cell are made of the counts whenever they are asked for: a thousand classes and four groups have four
 * million rates, and hardly anybody looks at all of them.
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
  const { groups, classes } = outcomes;
  const width = classes.length;
  const z = normalQuantile(1 - alpha / 2);
  const sizes = cellSizes(outcomes);
  const effectiveSizes = effective && cellSizes(effective);
  // The caller may use its table for other counts while the report is still read.
  const counts = outcomes.counts.slice();
  const effectiveCounts = effective?.counts.slice();
  return classes.flatMap((label, y) =>
    groups.map((group, g) => {
      const at = g * width + y;
      const n = sizes[at]!;
      const rateAt = (p: number) => {
        const cell = { k: counts[at * width + p]!, n, z, weighted: effective !== null };
        const rows =
          effectiveCounts === undefined ? null : { k: effectiveCounts[at * width + p]!, n: effectiveSizes![at]! };
        return predictionRate(classes[p]!, { ...cell, effective: rows });
      };
      const cell = {
        label,
        group,
        n,
        status: cellStatus(n, minimumSupport),
        get predictions() {
          return classes.map((_, p) => rateAt(p));
        },
      };
      single.set(cell, rateAt);
      return cell;
    }),
  );
}

/** How to make one rate of a cell without all others. Reports that were read from JSON have none. */
const single = new WeakMap<CellReport, RateMaker>();
type RateMaker = (prediction: number) => PredictionRate;

/** Returns the rate of one prediction, by its place among the classes, as `cell.predictions` has it. */
export function rateOfPrediction(cell: CellReport, prediction: number): PredictionRate | undefined {
  return single.get(cell)?.(prediction) ?? cell.predictions[prediction];
}

/** Returns how often each class is predicted in each group. Sums of weights have no intervals. */
export function selectionTable(
  predictions: PredictionCounts,
  { alpha, weighted }: { readonly alpha: number; readonly weighted: boolean },
): SelectionReport[] {
  const { groups, classes, predicted } = predictions;
  const z = normalQuantile(1 - alpha / 2);
  return groups.map((group, g) => {
    const n = groupSize(predictions, g);
    return {
      group,
      n,
      predictions: classes.map((name, c) =>
        predictionRate(name, { k: predicted[g * classes.length + c]!, n, z, weighted }),
      ),
    };
  });
}

function predictionRate(
  prediction: string,
  cell: Fraction & { readonly z: number; readonly weighted: boolean; readonly effective?: Fraction | null },
): PredictionRate {
  const { k, n, z, weighted, effective = null } = cell;
  // A binomial interval means nothing for sums of weights, whole ones too.
  const whole = !weighted && Number.isInteger(k) && Number.isInteger(n) ? { k, n } : null;
  const rows = effective ?? whole;
  const interval = rows === null ? null : wilsonInterval(rows, z);
  return { prediction, k, rate: rateOf(k, n), lower: interval?.lower ?? null, upper: interval?.upper ?? null };
}
