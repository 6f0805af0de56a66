import { InputError, UsageError } from "../errors.js";
import { figureGap, groupFigure, type FigureGap, type GroupFigure } from "./figure-gap.js";
import type { GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/** A regression's rows, `[N]` each, and the names of the groups. */
export interface RegressionRows {
  /** Codes; −1 = missing. */
  readonly group: Int32Array;
  readonly label: Float64Array;
  readonly prediction: Float64Array;
  readonly groups: readonly string[];
}

/** One figure of the error in one label bin, per group. In the unit of the label. */
export interface BinnedError {
  /** `mean`, or the quantile as a number from 0 to 1. */
  readonly figure: "mean" | number;
  /** Index of the bin. */
  readonly bin: number;
  readonly byGroup: readonly GroupFigure[];
  readonly gap: FigureGap;
}

/** How differently a regression errs on groups whose label is alike. */
export interface RegressionGaps {
  /** Bin b holds `edges[b] ≤ label < edges[b + 1]`, the last one also its upper edge. */
  readonly edges: readonly number[];
  /** The largest gap in mean error over the bins. */
  readonly meanError: FigureGap;
  /** The largest gap of each quantile of the error over the bins. */
  readonly errorQuantiles: readonly { readonly quantile: number; readonly gap: FigureGap }[];
  readonly bins: readonly BinnedError[];
  /** Rows without group, or with a label or prediction that is not finite. */
  readonly excluded: number;
}

/** Quantiles of the error unless a caller says otherwise. */
export const defaultErrorQuantiles: readonly number[] = [0.1, 0.5, 0.9];

/**
 * Returns the gaps of a regression given the label, the analogue of equalized odds: rows are put into label bins, and in each
 * bin the error `prediction − label` is compared over groups: its mean, and its `quantiles` (0.1, 0.5 and 0.9 by default,
 * linearly interpolated between order statistics). Each figure's gap is the largest over the bins. Bins are bounded by the
 * label's own quantiles, `bins` of them (4 by default; fewer where labels repeat), or by `edges`, ascending, which must hold
 * every label. A cell (bin, group) below the minimum support makes its gaps `partial`.
 *
 * Within a wide bin a group with larger labels can still have another error for that reason alone. Throws {@link InputError}
 * where lengths disagree or a label lies outside the edges, {@link UsageError} for bins or quantiles that are none.
 * Source: Agarwal, Dudík and Wu 2019 (bounded group loss), within strata of the label.
 */
export function regressionGaps(
  rows: RegressionRows,
  options: GapOptions & {
    readonly bins?: number | undefined;
    readonly edges?: readonly number[] | undefined;
    readonly quantiles?: readonly number[] | undefined;
  } = {},
): RegressionGaps {
  const { minimumSupport = defaultMinimumSupport, bins = 4, quantiles = defaultErrorQuantiles } = options;
  checkMinimumSupport(minimumSupport);
  checkOptions(rows, { bins, quantiles });
  const used = Array.from(rows.label.keys()).filter(
    (i) => rows.group[i]! >= 0 && Number.isFinite(rows.label[i]) && Number.isFinite(rows.prediction[i]),
  );
  const edges = options.edges ?? quantileEdges(Float64Array.from(used, (i) => rows.label[i]!).sort(), bins);
  const binCount = Math.max(0, edges.length - 1);
  const cells = Array.from({ length: binCount }, () => rows.groups.map((): number[] => []));
  for (const i of used) {
    const bin = binOf(edges, rows.label[i]!);
    cells[bin]![rows.group[i]!]!.push(rows.prediction[i]! - rows.label[i]!);
  }
  const sorted = cells.map((groups) => groups.map((errors) => Float64Array.from(errors).sort()));
  const figures: ("mean" | number)[] = ["mean", ...quantiles];
  const all = figures.flatMap((figure) =>
    sorted.map((groups, bin): BinnedError => {
      const byGroup = groups.map((errors, g) => {
        const value = figure === "mean" ? meanOf(errors) : quantileOf(errors, figure);
        return groupFigure({ group: rows.groups[g]!, n: errors.length, value }, minimumSupport);
      });
      return { figure, bin, byGroup, gap: figureGap(byGroup) };
    }),
  );
  const largest = (wanted: "mean" | number) => worstBin(all.filter(({ figure }) => figure === wanted));
  return {
    edges,
    meanError: largest("mean"),
    errorQuantiles: quantiles.map((quantile) => ({ quantile, gap: largest(quantile) })),
    bins: all,
    excluded: rows.label.length - used.length,
  };
}

function checkOptions(
  { group, label, prediction }: RegressionRows,
  { bins, quantiles }: { readonly bins: number; readonly quantiles: readonly number[] },
): void {
  if (group.length !== label.length || prediction.length !== label.length) {
    throw new InputError({
      argument: "rows",
      expected: "as many groups and predictions as labels",
      found: `${label.length} labels, ${group.length} groups, ${prediction.length} predictions`,
    });
  }
  if (!Number.isSafeInteger(bins) || bins < 1) {
    throw new UsageError({ argument: "bins", expected: "a whole number, 1 or more", found: `${bins}` });
  }
  const outside = quantiles.find((quantile) => !(quantile >= 0 && quantile <= 1));
  if (outside === undefined) return;
  throw new UsageError({ argument: "quantiles", expected: "numbers from 0 to 1", found: `${outside}` });
}

/** The gap of the bin that has the largest; partial where any bin is not estimated. */
function worstBin(figures: readonly BinnedError[]): FigureGap {
  const gaps = figures.map(({ gap }) => gap);
  const known = gaps.filter(({ value }) => value !== null);
  if (known.length === 0) return figureGap([]);
  const worst = known.reduce((best, other) => (other.value! > best.value! ? other : best));
  const lacking = gaps.filter(({ status }) => status !== "estimated").length;
  if (lacking === 0) return worst;
  return { ...worst, status: "partial", reason: `groups were left out in ${lacking} of ${gaps.length} label bins` };
}

function quantileEdges(sorted: Float64Array, bins: number): number[] {
  if (sorted.length === 0) return [];
  const edges = Array.from({ length: bins + 1 }, (_, b) => quantileOf(sorted, b / bins)!);
  const distinct = edges.filter((edge, i) => i === 0 || edge > edges[i - 1]!);
  return distinct.length === 1 ? [distinct[0]!, distinct[0]!] : distinct;
}

function binOf(edges: readonly number[], label: number): number {
  const last = edges.length - 2;
  if (!(label >= edges[0]! && label <= edges[last + 1]!)) {
    throw new InputError({
      argument: "edges",
      expected: "bins that hold every label",
      found: `label ${label} outside ${edges[0]} to ${edges[last + 1]}`,
    });
  }
  let bin = 0;
  while (bin < last && label >= edges[bin + 1]!) bin++;
  return bin;
}

function meanOf(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function quantileOf(sorted: Float64Array, share: number): number | null {
  if (sorted.length === 0) return null;
  const at = share * (sorted.length - 1);
  const below = Math.floor(at);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below]! + (at - below) * (sorted[above]! - sorted[below]!);
}
