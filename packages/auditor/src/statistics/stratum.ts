import { cellSizes, cellStatus, checkMinimumSupport, countAt, type OutcomeCounts } from "@evenodds/core";

/** The rows of one label as a table of groups by predictions, with room for others of the same margins. */
export interface Stratum {
  readonly label: number;
  /** `[g]`: the groups that take part, the smallest first. */
  readonly groups: readonly number[];
  /** `[g]`: rows of each group; the largest comes last. */
  readonly sizes: Float64Array;
  /** `[g]`: 1 / size. */
  readonly inverses: Float64Array;
  /** `[c]`: predictions that occur, the most common first. */
  readonly predictions: readonly number[];
  /** `[c]`: rows with each of these predictions. */
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
  return strataWhere(outcomes, (size) => cellStatus(size, minimumSupport) === "ok");
}

/** Returns one stratum per label that has rows in two groups or more, with all groups that have rows. */
export function strataOfAll(outcomes: OutcomeCounts): Stratum[] {
  return strataWhere(outcomes, (size) => size > 0);
}

function strataWhere(outcomes: OutcomeCounts, takesPart: (size: number) => boolean): Stratum[] {
  const width = outcomes.classes.length;
  const cells = cellSizes(outcomes);
  return outcomes.classes.flatMap((_, label) => {
    const sizeOf = (group: number) => cells[group * width + label]!;
    // The last group of a deal gets what is left, without a draw: cheapest when it is the largest.
    const groups = outcomes.groups
      .map((_, group) => group)
      .filter((group) => takesPart(sizeOf(group)))
      .sort((a, b) => sizeOf(a) - sizeOf(b));
    if (groups.length < 2) return [];
    const totalOf = outcomes.classes.map((_, p) =>
      groups.reduce((sum, group) => sum + countAt(outcomes, group, label, p), 0),
    );
    // Common predictions first: a group's rows are soon dealt out, and the rare predictions need no draw.
    const predictions = outcomes.classes
      .map((_, prediction) => prediction)
      .filter((p) => totalOf[p]! > 0)
      .sort((a, b) => totalOf[b]! - totalOf[a]!);
    const sizes = Float64Array.from(groups, sizeOf);
    return {
      label,
      groups,
      sizes,
      inverses: sizes.map((size) => 1 / size),
      predictions,
      totals: Float64Array.from(predictions, (p) => totalOf[p]!),
      table: Float64Array.from(groups.flatMap((group) => predictions.map((p) => countAt(outcomes, group, label, p)))),
    };
  });
}

/** Number of rows of a stratum. */
export function stratumRows({ sizes }: Pick<Stratum, "sizes">): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
