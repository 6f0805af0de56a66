import type { DisparityStatus } from "./disparity.js";
import { cellStatus, type CellStatus } from "./rate.js";

/** A figure of one group that is not a fraction of rows, such as an AUC or a mean error. */
export interface GroupFigure {
  readonly group: string;
  /** Rows that the figure rests on (the scarcer kind where it needs two). */
  readonly n: number;
  /** Null where it is 0/0. */
  readonly value: number | null;
  readonly status: CellStatus;
}

/** How far the figures of groups lie apart: the largest minus the smallest. In the unit of the figure. */
export interface FigureGap {
  readonly status: DisparityStatus;
  /** At least 0; null exactly when `status` is `undefined`. */
  readonly value: number | null;
  readonly reason: string | null;
  readonly highest: GroupFigure | null;
  readonly lowest: GroupFigure | null;
}

/** Returns a group's figure with the status that follows from its rows. */
export function groupFigure(
  figure: { readonly group: string; readonly n: number; readonly value: number | null },
  minimumSupport: number,
): GroupFigure {
  const { group, n, value } = figure;
  return { group, n, value, status: cellStatus(n, minimumSupport) };
}

/**
 * Returns largest minus smallest value over the groups whose status is `ok`. `partial` where another group had to be
 * left out, `undefined` with fewer than two such groups. Of equal values the first is the highest and the last the
 * lowest.
 */
export function figureGap(figures: readonly GroupFigure[]): FigureGap {
  const known = figures.filter(({ value, status }) => value !== null && status === "ok");
  if (known.length < 2) {
    const reason = "no comparison is possible: there are no two groups with enough rows";
    return { status: "undefined", value: null, reason, highest: null, lowest: null };
  }
  const highest = known.reduce((best, other) => (other.value! > best.value! ? other : best));
  const lowest = known.reduce((best, other) => (other.value! <= best.value! ? other : best));
  const value = highest.value! - lowest.value!;
  const left = figures.length - known.length;
  if (left === 0) return { status: "estimated", value, reason: null, highest, lowest };
  return { status: "partial", value, reason: `${left} of ${figures.length} groups were left out`, highest, lowest };
}
