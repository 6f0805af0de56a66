/**
 * How much of a comparison between groups could be made.
 *
 * - `estimated`: every (group, label) cell has the minimum support.
 * - `partial`: at least one comparison was made, but some cells were left out. A maximum is then a lower bound.
 * - `undefined`: no comparison is possible; the value is null.
 */
export type DisparityStatus = "estimated" | "partial" | "undefined";

/** A rate of one group as the fraction that it is: `k` of `n` rows, `rate = k / n`. */
export interface GroupRate {
  readonly group: string;
  readonly k: number;
  readonly n: number;
  readonly rate: number;
}

/** The comparison that gave a disparity its value: the two groups that lie furthest apart. */
export interface WorstPair {
  /** Null where the rate does not look at one true label alone (selection rates; one-vs-rest false positives). */
  readonly label: string | null;
  readonly prediction: string;
  readonly highest: GroupRate;
  readonly lowest: GroupRate;
}

/** A cell without enough rows to be compared. */
export interface LeftOutCell {
  readonly group: string;
  /** Null as in {@link WorstPair}. */
  readonly label: string | null;
  readonly n: number;
  readonly status: "small" | "empty";
}

/** One number about how differently groups are treated, in [0, 1], with everything needed to doubt it. */
export interface Disparity {
  readonly status: DisparityStatus;
  /** Null exactly when `status` is `undefined`; never NaN. */
  readonly value: number | null;
  /** Why the status is not `estimated`; null when it is. */
  readonly reason: string | null;
  /** Null where the value is undefined or an average. */
  readonly worst: WorstPair | null;
  /** Every cell that took no part, in the order of labels, then groups. */
  readonly leftOut: readonly LeftOutCell[];
}
