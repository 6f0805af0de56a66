import type { ExclusionReason } from "@evenodds/core";
import type { JoinedTable } from "./counted-outcomes.js";
import type { ReadFile } from "../source/hash-file.js";

/** Scores of one attribute, or of several that are crossed. `read = used + Σ excluded`. */
export interface AttributeScores {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly groups: readonly string[];
  /** `[G, 2, S]`: rows, or sums of weights w, by group, label and score. */
  readonly counts: Float64Array;
  /** `[G, 2, S]`: Σ s of the scores s, or Σ w s: `sums / counts` is the mean score of a bin. */
  readonly sums: Float64Array;
  /** `[G, 2, S]`: Σ s², or Σ w s². With y = 0 or 1, Σ (s − y)² = Σ squares − 2 y Σ sums + y² Σ counts. */
  readonly squares: Float64Array;
  readonly read: number;
  readonly used: number;
  readonly excluded: Readonly<Partial<Record<ExclusionReason, number>>>;
}

/**
 * How scores are distributed by group and label: what AUC, Brier score, calibration and threshold curves are made of.
 */
export interface ScoreHistogram {
  readonly name: string;
  readonly files: readonly ReadFile[];
  readonly read: number;
  /** The negative and the positive class. */
  readonly classes: readonly [string, string];
  /**
   * Whether `scores` are all scores that occur. Else they are the middles of bins: `sums` and `squares` stay exact,
   * while two scores of one bin count as equal in an AUC, which is then off by at most half the share of such pairs.
   */
  readonly exact: boolean;
  /** `[S]`, ascending. */
  readonly scores: Float64Array;
  /** `[S + 1]` borders of the bins, a score lies at or above its lower border; undefined where `exact`. */
  readonly borders: Float64Array | undefined;
  readonly attributes: readonly AttributeScores[];
  readonly joined: readonly JoinedTable[];
}
