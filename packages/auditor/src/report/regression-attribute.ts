import {
  errorGaps,
  type BinnedError,
  type BinnedErrors,
  type ExclusionReason,
  type FigureGap,
  type Random,
  type RegressionRows,
} from "@evenodds/core";
import { listedExclusions } from "./rate-tables.js";
import { errorPermutationSteps } from "../statistics/error-permutation-test.js";
import type { Steps } from "../statistics/steps.js";
import type { RowAccounting, UnknownRows } from "./audit-report.js";
import type {
  ErrorCellReport,
  ErrorGapReport,
  LabelBinReport,
  RegressionAttributeReport,
  RegressionSettings,
} from "./regression-report.js";

/** The rows of one sensitive attribute: missing groups are −1, labels and predictions that are missing not finite. */
export interface RegressionAttribute extends RegressionRows {
  readonly name: string;
  /** Rows without a known value of it, or of each attribute that it crosses. */
  readonly unknown?: readonly UnknownRows[] | undefined;
  /** Rows that were read but are not among these, such as rows that a join left out. */
  readonly excluded?: Readonly<Partial<Record<ExclusionReason, number>>> | undefined;
}

/** Returns every figure about one attribute; its adjusted p-value is not known yet. */
export function* regressionAttribute(
  attribute: RegressionAttribute,
  {
    errors,
    settings,
    random,
  }: { readonly errors: BinnedErrors; readonly settings: RegressionSettings; readonly random: Random },
): Steps<RegressionAttributeReport> {
  const { quantiles } = settings;
  const gaps = errorGaps(errors, settings);
  const permutation = yield* errorPermutationSteps(errors, { ...settings, random, name: attribute.name });
  const of = (figure: "mean" | number) => gaps.bins.filter((bin) => bin.figure === figure);
  return {
    name: attribute.name,
    rows: rowsOf(attribute),
    unknown: attribute.unknown?.map(({ attribute: of, rows }) => ({ attribute: of, rows })) ?? null,
    levels: errors.groups.map((level, g) => ({
      level,
      n: errors.errors.reduce((sum, cells) => sum + cells[g]!.length, 0),
    })),
    meanError: gapReport(gaps.meanError, of("mean")),
    errorQuantiles: gaps.errorQuantiles.map(({ quantile, gap }) => ({ quantile, ...gapReport(gap, of(quantile)) })),
    bins: errors.errors.map((cells, bin): LabelBinReport => ({
      lower: errors.edges[bin]!,
      upper: errors.edges[bin + 1]!,
      n: cells.reduce((sum, { length }) => sum + length, 0),
      cells: cells.map((cell, g): ErrorCellReport => {
        const { group, n, status, value } = of("mean")[bin]!.byGroup[g]!;
        return {
          group,
          n,
          status,
          meanError: value,
          standardError: standardError(cell, value),
          quantiles: quantiles.map((quantile) => of(quantile)[bin]!.byGroup[g]!.value),
        };
      }),
    })),
    permutation,
    adjustedPValue: null,
  };
}

function gapReport(gap: FigureGap, bins: readonly BinnedError[]): ErrorGapReport {
  const { status, value, reason, highest, lowest } = gap;
  const at = value === null ? undefined : bins.find((bin) => bin.gap.value === value);
  return {
    status,
    value,
    reason,
    bin: at?.bin ?? null,
    highest: highest?.group ?? null,
    lowest: lowest?.group ?? null,
  };
}

function standardError(errors: Float64Array, mean: number | null): number | null {
  if (mean === null || errors.length < 2) return null;
  const squares = errors.reduce((sum, error) => sum + (error - mean) ** 2, 0);
  return Math.sqrt(squares / (errors.length - 1) / errors.length);
}

/**
 * Returns the one value that all used rows have as label, or as prediction; null where they differ, or there are none.
 */
export function onlyValue(
  rows: Pick<RegressionAttribute, "group" | "label" | "prediction">,
  of: "label" | "prediction",
): number | null {
  let only: number | null = null;
  for (let i = 0; i < rows.label.length; i++) {
    if (!isUsed(rows, i)) continue;
    const value = rows[of][i]!;
    if (only !== null && value !== only) return null;
    only = value;
  }
  return only;
}

function isUsed({ group, label, prediction }: Pick<RegressionAttribute, "group" | "label" | "prediction">, i: number) {
  return group[i]! >= 0 && Number.isFinite(label[i]) && Number.isFinite(prediction[i]);
}

/** Every row is used or has one reason: the first of no label, no group and no finite prediction. */
function rowsOf({ group, label, prediction, excluded = {} }: RegressionAttribute): RowAccounting {
  const counts = { ...listedExclusions(excluded) };
  let used = 0;
  for (let i = 0; i < label.length; i++) {
    if (!Number.isFinite(label[i])) counts.unlabelled++;
    else if (group[i]! < 0) counts["missing-attribute"]++;
    else if (!Number.isFinite(prediction[i])) counts["non-finite-prediction"]++;
    else used++;
  }
  return { read: used + Object.values(counts).reduce((sum, count) => sum + count, 0), used, excluded: counts };
}
