import { UsageError } from "../errors.js";
import { binErrors, quantileOf, type BinnedErrors, type LabelBins, type RegressionRows } from "./binned-errors.js";
import { figureGap, groupFigure, type FigureGap, type GroupFigure } from "./figure-gap.js";
import type { GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

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

export type ErrorGapOptions = GapOptions & { readonly quantiles?: readonly number[] | undefined };

/**
 * Returns the gaps of a regression given the label, the analogue of equalized odds: rows are put into label bins, and
 * in each bin the error `prediction − label` is compared over groups: its mean, and its `quantiles` (0.1, 0.5 and 0.9
 * by default, linearly interpolated between order statistics). Each figure's gap is the largest over the bins. Bins:
 * see `binErrors`. A cell (bin, group) below the minimum support makes its gaps `partial`.
 *
 * Within a wide bin a group with larger labels can still have another error for that reason alone. Throws what
 * `binErrors` throws, and {@link UsageError} for quantiles that are none. Source: Agarwal, Dudík and Wu 2019 (bounded
 * group loss), within strata of the label.
 */
export function regressionGaps(rows: RegressionRows, options: ErrorGapOptions & LabelBins = {}): RegressionGaps {
  return errorGaps(binErrors(rows, options), options);
}

/** Returns the same for errors that are in bins already. */
export function errorGaps(binned: BinnedErrors, options: ErrorGapOptions = {}): RegressionGaps {
  const { minimumSupport = defaultMinimumSupport, quantiles = defaultErrorQuantiles } = options;
  checkMinimumSupport(minimumSupport);
  checkQuantiles(quantiles);
  const { groups, edges, errors, excluded } = binned;
  const figures: ("mean" | number)[] = ["mean", ...quantiles];
  const all = figures.flatMap((figure) =>
    errors.map((cells, bin): BinnedError => {
      const byGroup = cells.map((cell, g) => {
        const value = figure === "mean" ? meanOf(cell) : quantileOf(cell, figure);
        return groupFigure({ group: groups[g]!, n: cell.length, value }, minimumSupport);
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
    excluded,
  };
}

function checkQuantiles(quantiles: readonly number[]): void {
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

function meanOf(values: Float64Array): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
