import { cellSize, cellStatus, checkMinimumSupport, countAt, type OutcomeCounts } from "@evenodds/core";

/** The rows of one label as a table of groups by predictions, with room for others of the same margins. */
export interface Stratum {
  /** `[g]`: rows of each compared group; the largest comes last. */
  readonly sizes: Float64Array;
  /** `[g]`: 1 / size. */
  readonly inverses: Float64Array;
  /** `[c]`: rows with each prediction that occurs at all, the most common first. */
  readonly totals: Float64Array;
  /** `[g, c]`: how many rows of a group have a prediction; overwritten by draws. */
  readonly table: Float64Array;
}

/**
 * Returns one stratum per label that has at least two groups with n ≥ `minimumSupport`. Other groups are left out of
 * it, as they are left out of the gap, and predictions that do not occur take no part.
 */
export function strataOf(outcomes: OutcomeCounts, minimumSupport: number): Stratum[] {
  checkMinimumSupport(minimumSupport);
  return outcomes.classes.flatMap((_, label) => {
    // The last group of a deal gets what is left, without a draw: cheapest when it is the largest.
    const groups = outcomes.groups
      .map((_, group) => group)
      .filter((group) => cellStatus(cellSize(outcomes, group, label), minimumSupport) === "ok")
      .sort((a, b) => cellSize(outcomes, a, label) - cellSize(outcomes, b, label));
    if (groups.length < 2) return [];
    const totalOf = (p: number) => groups.reduce((sum, group) => sum + countAt(outcomes, group, label, p), 0);
    // Common predictions first: a group's rows are soon dealt out, and the rare predictions need no draw.
    const predictions = outcomes.classes
      .map((_, prediction) => prediction)
      .filter((p) => totalOf(p) > 0)
      .sort((a, b) => totalOf(b) - totalOf(a));
    const sizes = Float64Array.from(groups, (group) => cellSize(outcomes, group, label));
    return {
      sizes,
      inverses: sizes.map((size) => 1 / size),
      totals: Float64Array.from(predictions, totalOf),
      table: Float64Array.from(groups.flatMap((group) => predictions.map((p) => countAt(outcomes, group, label, p)))),
    };
  });
}

/** Number of rows of a stratum. */
export function stratumRows({ sizes }: Pick<Stratum, "sizes">): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
