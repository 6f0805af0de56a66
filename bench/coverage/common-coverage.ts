import { groupEvidence } from "@evenodds/auditor/internal";
import { cellSizes, type OutcomeCounts } from "@evenodds/core";
import { level } from "./grid.js";

/** Whether intervals of the common difference contain the true one. */
export interface CommonCoverage {
  /** Whether all intervals at the level for all groups together do. */
  readonly joint: boolean;
  /** `[G]`: whether the interval of level 0.95 does; null where there is none, which claims nothing. */
  readonly each: readonly (boolean | null)[];
}

/**
 * Returns the coverage of a table that was drawn with `chances`. The true common difference is that of the expected
 * counts of the same cells: it depends on how many rows of each label a group and the rest have.
 */
export function commonCoverage(
  outcomes: OutcomeCounts,
  chances: (group: number, label: number) => readonly number[],
): CommonCoverage {
  const width = outcomes.classes.length;
  const cells = cellSizes(outcomes);
  const expected = new Float64Array(outcomes.counts.length);
  cells.forEach((n, cell) => {
    const own = chances(Math.floor(cell / width), cell % width);
    own.forEach((chance, c) => (expected[cell * width + c] = n * chance));
  });
  const truth = groupEvidence({ ...outcomes, counts: expected }, { alpha: level });
  const contains = (alpha: number) =>
    groupEvidence(outcomes, { alpha }).map(({ common }, g) => {
      if (common === null || common.lower === null || common.upper === null) return null;
      const { difference } = truth[g]!.common!;
      return common.lower <= difference + 1e-12 && common.upper >= difference - 1e-12;
    });
  const present = truth.filter(({ n }) => n > 0).length;
  return {
    joint: contains(level).every((one) => one !== false),
    // The function divides by the number of groups; the mirror image of one of two is not a second one.
    each: contains(level * (present <= 2 ? 1 : present)),
  };
}
