import type { OutcomeCounts } from "../counts/outcome-counts.js";
import { UsageError, suggest } from "../errors.js";
import { fractionAt, outcomeTable } from "./comparison-table.js";
import type { GroupFraction } from "./comparison.js";
import { gapOf } from "./largest-gap.js";
import { cellStatus, checkMinimumSupport, defaultMinimumSupport, type CellStatus } from "./rate.js";

/** `P(Ŷ=prediction | Y=label, A=of) − P(Ŷ=prediction | Y=label, A=against)` with the counts behind it. */
export interface SignedDifference {
  readonly label: string;
  readonly prediction: string;
  readonly of: GroupFraction;
  readonly against: GroupFraction;
  /** In [−1, 1]; null where one of the two cells has no row. */
  readonly value: number | null;
  /** The worse status of the two cells. */
  readonly status: CellStatus;
}

/**
 * Returns the signed difference of every rate between two named groups, in the order of labels, then predictions. For
 * reading only: which group is better off where. Averages of signed values cancel, so a gate must use magnitudes.
 *
 * Throws {@link UsageError} with near matches for a group that does not exist.
 */
export function signedRateDifferences(
  outcomes: OutcomeCounts,
  pair: { readonly of: string; readonly against: string; readonly minimumSupport?: number | undefined },
): SignedDifference[] {
  const { minimumSupport = defaultMinimumSupport } = pair;
  checkMinimumSupport(minimumSupport);
  const [first, second] = [pair.of, pair.against].map((name) => groupIndex(outcomes.groups, name)) as [number, number];
  const indices = outcomes.classes.map((_, index) => index);
  const table = outcomeTable(outcomes, () => indices);
  return table.predictions.map((prediction, c) => {
    const [of, against] = [fractionAt(table, c, first), fractionAt(table, c, second)];
    const status = cellStatus(Math.min(of.n, against.n), minimumSupport);
    const value = status === "empty" ? null : gapOf(of, against);
    return { label: table.cells[table.over[c]!]!.label!, prediction, of, against, value, status };
  });
}

function groupIndex(groups: readonly string[], name: string): number {
  const index = groups.indexOf(name);
  if (index >= 0) return index;
  throw new UsageError({
    argument: "group",
    expected: "one of the attribute's levels",
    found: JSON.stringify(name),
    hint: suggest(name, groups),
  });
}
