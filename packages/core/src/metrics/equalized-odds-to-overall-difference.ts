import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { equalizedOddsTable, listComparisons } from "./comparison-table.js";
import type { GroupFraction } from "./comparison.js";
import type { Disparity, GroupRate, WorstPair } from "./disparity.js";
import { disparity, gapOf, type GapOptions } from "./largest-gap.js";
import { cellStatus, checkMinimumSupport, defaultMinimumSupport } from "./rate.js";

/** The name under which all groups together appear in the worst pair. */
export const overall = "(all groups)";

/**
 * Returns how far a group lies from everybody: `max over (y, ŷ, a) of |P(Ŷ=ŷ | Y=y, A=a) − P(Ŷ=ŷ | Y=y)|`, over groups
 * with at least `minimumSupport` rows; the overall rate counts the rows of every group. At most the equalized odds
 * difference where all cells are supported, and smaller for a large group, which pulls the overall rate towards itself.
 *
 * Edges as for `equalizedOddsDifference`; a single group lies at distance 0 from itself, which is not a comparison.
 * Source: Fairlearn, `method="to_overall"`.
 */
export function equalizedOddsToOverallDifference(outcomes: OutcomeCounts, options: GapOptions = {}): Disparity {
  const { minimumSupport = defaultMinimumSupport } = options;
  checkMinimumSupport(minimumSupport);
  const comparisons = equalizedOddsTable(outcomes);
  let value = -1;
  let worst: WorstPair | null = null;
  for (const { label, prediction, fractions } of listComparisons(comparisons)) {
    const supported = fractions.filter(({ n }) => cellStatus(n, minimumSupport) === "ok");
    if (supported.length < 2) continue;
    const all = together(fractions);
    for (const fraction of supported) {
      const distance = gapOf(fraction, all);
      if (Math.abs(distance) <= value) continue;
      value = Math.abs(distance);
      const [group, rest] = [rateOfGroup(fraction), rateOfGroup(all)];
      worst = { label, prediction, highest: distance > 0 ? group : rest, lowest: distance > 0 ? rest : group };
    }
  }
  return disparity({ value: worst === null ? null : value, worst, comparisons, minimumSupport });
}

function together(fractions: readonly GroupFraction[]): GroupFraction {
  const sum = (pick: (fraction: GroupFraction) => number) => fractions.reduce((total, one) => total + pick(one), 0);
  return { group: overall, k: sum(({ k }) => k), n: sum(({ n }) => n) };
}

function rateOfGroup({ group, k, n }: GroupFraction): GroupRate {
  return { group, k, n, rate: k / n };
}
