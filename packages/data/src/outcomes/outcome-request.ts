import type { NamedValue } from "../card/graph-card.js";

/**
 * What becomes of rows whose value is missing (blank, NULL, NaN, `missingTexts`, or listed in `missing`):
 * `exclude`: left out and counted; `own-group`: a level or class of their own, `(missing)`; `fail`: an error.
 */
export const whenMissingPolicies = ["exclude", "own-group", "fail"] as const;
export type WhenMissing = (typeof whenMissingPolicies)[number];

/** A column and what its missing values mean. */
export interface RequestedColumn {
  readonly column: string;
  /** Further texts that stand for "not known". */
  readonly missing?: readonly string[] | undefined;
  readonly whenMissing?: WhenMissing | undefined;
}

/** A sensitive attribute or a condition. Missing values are excluded unless it says otherwise. */
export interface RequestedAttribute extends RequestedColumn {
  /** Default: the name of the column. */
  readonly name?: string | undefined;
  /**
   * The values that may occur, in order; several may have one name and are then one level. A level without rows is kept
   * with n = 0, another value is an error. Default: the values that occur, by number where all are numbers, else as
   * text.
   */
  readonly levels?: readonly (string | NamedValue)[] | undefined;
  /** Ascending borders that cut numbers into levels: 30 and 50 give `<30`, `30..<50`, `>=50`. */
  readonly bins?: readonly number[] | undefined;
}

/** What becomes of rows whose cluster is missing: each is a cluster of its own, or they are an error. */
export const whenClusterMissingPolicies = ["alone", "fail"] as const;
export type WhenClusterMissing = (typeof whenClusterMissingPolicies)[number];

/** A column that says which rows may depend on each other: a household, a school, a community. */
export interface RequestedCluster {
  readonly column: string;
  /** Further texts that stand for "not known". */
  readonly missing?: readonly string[] | undefined;
  /** Default: `alone`. */
  readonly whenMissing?: WhenClusterMissing | undefined;
}

/** What is counted. Only columns that are named here can exclude a row. */
export interface OutcomeRequest {
  /** At least one. */
  readonly sensitive: readonly (string | RequestedAttribute)[];
  /** The true class. Without, only predictions are counted. Missing labels are excluded by default. */
  readonly label?: string | RequestedColumn | undefined;
  /** The predicted class; either this or `score`. A missing or non-finite one is an error by default. */
  readonly prediction?: string | RequestedColumn | undefined;
  /**
   * A number per row, predicted as the positive class where `score >= threshold`. A score in single precision is
   * compared with the threshold in single precision, so that 0.7 reaches 0.7 in every format.
   */
  readonly score?: string | RequestedColumn | undefined;
  /** Needed with `score`, except for `scoreHistogram`. */
  readonly threshold?: number | undefined;
  /**
   * The positive class, one of the classes. Needed with `score`, unless the labels are among 0 and 1, −1 and 1, or
   * false and true, or there are no labels (then 1).
   */
  readonly positive?: string | undefined;
  /** The class below the threshold. Default: the one class beside the positive one. */
  readonly negative?: string | undefined;
  /** The classes, in order, as for `levels` of an attribute. Default: every class among labels and predictions. */
  readonly classes?: readonly (string | NamedValue)[] | undefined;
  /**
   * Which crossed attributes are counted too: every combination of two or more attributes, none, or these lists of
   * attribute names. Default: `none`.
   */
  readonly crossed?: "all" | "none" | readonly (readonly string[])[] | undefined;
  /** Counts once more within each level of this column. */
  readonly condition?: string | RequestedAttribute | undefined;
  /** Counts once more by the values of this column. Needs a label. It excludes no row. */
  readonly cluster?: string | RequestedCluster | undefined;
  /** Weight of each row, finite and 0 or more. */
  readonly weight?: string | undefined;
  /** Texts that stand for "not known" in every column that is counted, besides those of the column itself. */
  readonly missing?: readonly string[] | undefined;
  /**
   * Fewest rows of a group that is counted, 1 or more: a combination of all attributes and the condition that fewer
   * rows have never leaves the engine, and its rows are excluded as `small-group`. Values are compared as they are
   * stored, before spellings are joined. Not with scores, weights or clusters, which would tell single rows apart.
   * Default: any.
   */
  readonly minCell?: number | undefined;
}
