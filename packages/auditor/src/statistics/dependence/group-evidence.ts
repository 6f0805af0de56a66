import { cellSizes, countAt, groupSize, predictionCounts, type OutcomeCounts } from "@evenodds/core";
import { normalQuantile } from "../normal-quantile.js";
import { strataOfAll } from "../stratum.js";
import type { Fraction } from "../wilson-interval.js";
import { dependenceMeter } from "./dependence-meter.js";
import { mantelHaenszelDifference, type CommonDifference, type FractionPair } from "./mantel-haenszel-difference.js";

/** One rate of a group beside that of all other groups together; counts, or sums of weights. */
export interface ComparedCell {
  readonly label: string;
  readonly prediction: string;
  /** Half of G² of "this group or another, this prediction or another": how far apart both rates are for their rows. */
  readonly deviance: number;
  readonly group: Fraction;
  readonly rest: Fraction;
}

/** What a test says of one group. */
export interface GroupTest {
  /** Mantel and Haenszel's z of the common difference; null where nothing can vary. */
  readonly z: number | null;
  /** Of the common difference, adjusted for all groups. */
  readonly commonPValue: number | null;
  /** Of the strongest cell, adjusted for all cells of all groups. */
  readonly cellPValue: number | null;
  /** Twice the smaller of both, at most 1: one p-value of the group, adjusted for all groups. */
  readonly pValue: number | null;
}

/** How one group is treated beside all others together, given the true label. Nulls for what was not tested. */
export interface GroupEvidence extends GroupTest {
  readonly group: string;
  /** Rows of the group, or the sum of their weights. */
  readonly n: number;
  /**
   * How much more often its rows are predicted right than those of all other groups with the same label: Mantel and
   * Haenszel's common risk difference over the true labels, with a score interval. Null where no label has rows on both
   * sides.
   */
  readonly common: CommonDifference | null;
  /** The rate that differs most from that of the rest for its number of rows; null where none can differ. */
  readonly cell: ComparedCell | null;
}

/**
 * Returns what there is to say about every group, in the order of the counts. Intervals of the common difference have
 * level `1 − alpha / m` with m = number of groups with rows (1 for two groups, whose differences mirror each other), so
 * that all hold together with probability about `1 − alpha`. All groups take part, however small: an interval and a
 * p-value allow for few rows. `effective` are the same rates with effective sizes, for weighted rows. `tests` is
 * `[G]`; without it, what was not tested is null.
 */
export function groupEvidence(
  outcomes: OutcomeCounts,
  {
    alpha,
    effective = outcomes,
    tests = null,
  }: {
    readonly alpha: number;
    readonly effective?: OutcomeCounts | undefined;
    readonly tests?: readonly GroupTest[] | null | undefined;
  },
): GroupEvidence[] {
  const predictions = predictionCounts(outcomes);
  const sizes = outcomes.groups.map((_, g) => groupSize(predictions, g));
  const present = sizes.filter((n) => n > 0).length;
  const z = normalQuantile(1 - alpha / (2 * (present <= 2 ? 1 : present)));
  const strata = strataOfAll(effective);
  const measured = dependenceMeter(strata, outcomes.groups.length).byGroup();
  const [compared, shown] = [cellsBesideRest(effective), cellsBesideRest(outcomes)];
  return outcomes.groups.map((group, g) => {
    const found = measured[g]!.cell;
    const test = tests?.[g];
    return {
      group,
      n: sizes[g]!,
      common: mantelHaenszelDifference(
        outcomes.classes.map((_, y) => compared(g, y, y)),
        z,
      ),
      z: test?.z ?? null,
      commonPValue: test?.commonPValue ?? null,
      cell:
        found &&
        comparedCell(found.deviance, {
          label: strata[found.stratum]!.label,
          prediction: strata[found.stratum]!.predictions[found.column]!,
        }),
      cellPValue: test?.cellPValue ?? null,
      pValue: test?.pValue ?? null,
    };

    function comparedCell(
      deviance: number,
      { label, prediction }: { readonly label: number; readonly prediction: number },
    ): ComparedCell {
      const { first, second } = shown(g, label, prediction);
      return {
        label: outcomes.classes[label]!,
        prediction: outcomes.classes[prediction]!,
        deviance,
        group: { k: first.k, n: first.n },
        rest: { k: second.k, n: second.n },
      };
    }
  });
}

/** Returns any cell of a group beside that of all other groups together. */
function cellsBesideRest(outcomes: OutcomeCounts): (group: number, label: number, prediction: number) => FractionPair {
  const { groups, classes } = outcomes;
  const width = classes.length;
  const sizes = cellSizes(outcomes);
  const labels = new Float64Array(width);
  const predictions = new Float64Array(width * width);
  for (let g = 0; g < groups.length; g++) {
    for (let y = 0; y < width; y++) {
      labels[y]! += sizes[g * width + y]!;
      for (let c = 0; c < width; c++) predictions[y * width + c]! += countAt(outcomes, g, y, c);
    }
  }
  return (group, label, prediction) => {
    const first = { n: sizes[group * width + label]!, k: countAt(outcomes, group, label, prediction) };
    const all = { n: labels[label]!, k: predictions[label * width + prediction]! };
    return { first, second: { n: all.n - first.n, k: all.k - first.k } };
  };
}
