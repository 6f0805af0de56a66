import { scoreRow, type ScoreCounts } from "../counts/score-counts.js";
import { figureGap, groupFigure, type FigureGap, type GroupFigure } from "./figure-gap.js";
import type { GapOptions } from "./largest-gap.js";
import { checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/** A figure of all rows, of every group, and how far groups lie apart. */
export interface FigureByGroup {
  /** Of all groups together; null where it is 0/0. */
  readonly overall: number | null;
  /** In the order of the groups. */
  readonly byGroup: readonly GroupFigure[];
  readonly gap: FigureGap;
}

/**
 * Returns the area under the ROC curve per group: the probability that a row of the positive class scores higher than
 * one of the negative class, ties counting one half: `(Σ_s pos(s) · (neg(<s) + neg(s)/2)) / (positives · negatives)`.
 * 0.5 is chance. A group's n is its scarcer label; without rows of one label the AUC is null.
 *
 * An equal AUC does not mean equal error rates at any threshold. Sources: Mann and Whitney 1947; Hanley and McNeil
 * 1982.
 */
export function aucByGroup(counted: ScoreCounts, options: GapOptions = {}): FigureByGroup {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  const byGroup = counted.groups.map((group, g) => {
    const { value, positives, negatives } = areaOf(scoreRow(counted, g, 0), scoreRow(counted, g, 1));
    return groupFigure({ group, n: Math.min(positives, negatives), value }, minimumSupport);
  });
  const together = ([0, 1] as const).map((label) =>
    counted.scores.map((_, s) => counted.groups.reduce((sum, _, g) => sum + scoreRow(counted, g, label)[s]!, 0)),
  );
  return { overall: areaOf(together[0]!, together[1]!).value, byGroup, gap: figureGap(byGroup) };
}

function areaOf(negative: Float64Array, positive: Float64Array) {
  let negatives = 0;
  let positives = 0;
  let wins = 0;
  for (let s = 0; s < negative.length; s++) {
    wins += positive[s]! * (negatives + negative[s]! / 2);
    negatives += negative[s]!;
    positives += positive[s]!;
  }
  const pairs = positives * negatives;
  return { positives, negatives, value: pairs > 0 ? Math.min(1, wins / pairs) : null };
}
