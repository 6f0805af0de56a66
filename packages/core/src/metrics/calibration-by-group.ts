import { scoreRow, type ScoreCounts } from "../counts/score-counts.js";
import { UsageError } from "../errors.js";
import type { FigureByGroup } from "./auc-by-group.js";
import { checkProbabilities } from "./check-probabilities.js";
import { figureGap, groupFigure } from "./figure-gap.js";
import type { GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport, rateOf } from "./rate.js";

/** Bins of a calibration error unless a caller says otherwise. */
export const defaultCalibrationBins = 10;

/**
 * Returns the expected calibration error per group: with B bins of equal width over [0, 1] (10 by default; bin b holds
 * `b/B ≤ score < (b+1)/B`, the last one also 1), `ECE = Σ_b (n_b / n) · |positives_b / n_b − mean score_b|`. 0 means
 * that among rows with a score near s a share s is positive. Empty bins add nothing; null without rows.
 *
 * It depends on the bins and is biased upwards in small groups, where each bin holds few rows: compare groups of
 * different size with care. Throws {@link InputError} for scores outside [0, 1] and {@link UsageError} for bins that
 * are not a whole number from 1 on. Source: Naeini, Cooper and Hauskrecht 2015; Guo et al. 2017.
 */
export function calibrationByGroup(
  counted: ScoreCounts,
  options: GapOptions & { readonly bins?: number | undefined } = {},
): FigureByGroup {
  const { minimumSupport = defaultMinimumSupport, bins = defaultCalibrationBins } = options;
  checkMinimumSupport(minimumSupport);
  checkProbabilities(counted);
  if (!Number.isSafeInteger(bins) || bins < 1) {
    throw new UsageError({ argument: "bins", expected: "a whole number, 1 or more", found: `${bins}` });
  }
  const indices = counted.groups.map((_, g) => g);
  const byGroup = indices.map((g) => {
    const { n, value } = errorOf(counted, { members: [g], bins });
    return groupFigure({ group: counted.groups[g]!, n, value }, minimumSupport);
  });
  return { overall: errorOf(counted, { members: indices, bins }).value, byGroup, gap: figureGap(byGroup) };
}

function errorOf(
  counted: ScoreCounts,
  { members, bins }: { readonly members: readonly number[]; readonly bins: number },
) {
  // n_b · |positives_b / n_b − mean score_b| is |positives_b − Σ scores_b|, so no bin is divided by its rows.
  const excess = new Float64Array(bins);
  let n = 0;
  for (const g of members) {
    const [negative, positive] = [scoreRow(counted, g, 0), scoreRow(counted, g, 1)];
    counted.scores.forEach((score, s) => {
      const rows = negative[s]! + positive[s]!;
      n += rows;
      const sum =
        counted.sums === undefined
          ? rows * score
          : counted.sums[g * 2 * counted.scores.length + s]! + counted.sums[(g * 2 + 1) * counted.scores.length + s]!;
      excess[Math.min(bins - 1, Math.floor(score * bins))]! += positive[s]! - sum;
    });
  }
  return {
    n,
    value: rateOf(
      excess.reduce((sum, difference) => sum + Math.abs(difference), 0),
      n,
    ),
  };
}
