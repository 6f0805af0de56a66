import { scoreRow, type ScoreCounts } from "../counts/score-counts.js";
import type { FigureByGroup } from "./auc-by-group.js";
import { checkProbabilities } from "./check-probabilities.js";
import { figureGap, groupFigure } from "./figure-gap.js";
import type { GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport, rateOf } from "./rate.js";

/**
 * Returns the Brier score per group: the mean of `(score − y)²` with y = 1 for the positive class, else 0. 0 is
 * perfect, 0.25 what a constant score of ½ gets, 1 the worst; null without rows.
 *
 * Throws {@link InputError} for scores outside [0, 1]. Source: Brier 1950 (for two classes halved, as is usual now).
 */
export function brierByGroup(counted: ScoreCounts, options: GapOptions = {}): FigureByGroup {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  checkProbabilities(counted);
  const sums = counted.groups.map((_, g) => {
    const [negative, positive] = [scoreRow(counted, g, 0), scoreRow(counted, g, 1)];
    const width = counted.scores.length;
    let n = 0;
    let squares = 0;
    counted.scores.forEach((score, s) => {
      n += negative[s]! + positive[s]!;
      if (counted.sums === undefined || counted.squares === undefined) {
        squares += negative[s]! * score ** 2 + positive[s]! * (1 - score) ** 2;
        return;
      }
      // Bins: Σ s² of all rows, and Σ (1 − 2s) of the positive ones.
      const [no, yes] = [g * 2 * width + s, (g * 2 + 1) * width + s];
      squares += counted.squares[no]! + counted.squares[yes]! + positive[s]! - 2 * counted.sums[yes]!;
    });
    return { n, squares: Math.max(0, squares) };
  });
  const byGroup = counted.groups.map((group, g) =>
    groupFigure({ group, n: sums[g]!.n, value: rateOf(sums[g]!.squares, sums[g]!.n) }, minimumSupport),
  );
  const overall = rateOf(
    sums.reduce((sum, { squares }) => sum + squares, 0),
    sums.reduce((sum, { n }) => sum + n, 0),
  );
  return { overall, byGroup, gap: figureGap(byGroup) };
}
