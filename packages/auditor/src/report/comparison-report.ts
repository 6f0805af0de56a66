import type { SplitPart } from "@evenodds/core";
import type { Pairing } from "../statistics/paired/change-spread.js";
import type { ChangeTest } from "../statistics/paired/swap-test-steps.js";
import type { AuditedUnit } from "./audited-unit.js";
import type { ReportedData, ReportWarning } from "./audit-report.js";

/**
 * Everything that a comparison of two classifiers says, as plain JSON. A is the one before, B the one after. Keys are
 * in a fixed order and nothing depends on the clock or the machine. A value that does not exist is `null`; there is no
 * NaN. All names are text from the input and must be escaped by renderers.
 */
export interface ComparisonReport {
  readonly schemaVersion: 1;
  readonly kind: "comparison";
  readonly tool: { readonly name: string; readonly version: string };
  readonly seed: number;
  readonly settings: ComparisonSettings;
  /**
   * How the rows of A and B go together: `rows` where both predictions of every row are known, `margins` where there
   * are as many rows in every cell and only the predictions of each model by themselves, `independent` where the rows
   * are others.
   */
  readonly pairing: Pairing;
  /** What the rows are called: nodes of a graph, or rows. */
  readonly unit: AuditedUnit;
  readonly a: ComparedSource;
  readonly b: ComparedSource;
  /** What both ran on; null where that is not one thing. */
  readonly data: ReportedData | null;
  readonly split: SplitPart | "all";
  readonly classes: readonly string[];
  readonly attributes: readonly AttributeComparison[];
  readonly warnings: readonly ReportWarning[];
  readonly notes: readonly string[];
}

/** Settings that change figures. */
export interface ComparisonSettings {
  /** Fewest rows of a (group, label) cell, in A and in B, for its rates to be compared. */
  readonly minimumSupport: number;
  /** Draws of the permutation test; 0 = the test was not made. */
  readonly draws: number;
  /** Error probability of intervals and findings, 0.05 for 95 %. */
  readonly alpha: number;
}

/** One of the two, as the file that says what it predicts. */
export interface ComparedSource {
  /** File name, with as many folders as it takes to tell it from the other one. */
  readonly file: string;
  readonly sha256: string;
}

/**
 * What the interval of the change of a gap says: it lies above 0, below 0, on both sides, or there is none.
 */
export type ChangeFinding = "larger" | "smaller" | "unclear" | "undefined";

/** One sensitive attribute. */
export interface AttributeComparison {
  readonly name: string;
  /** Rows with label, group and prediction, in A and in B. */
  readonly rows: { readonly a: number; readonly b: number };
  /** The equalized odds difference of each, over the cells that have the minimum support in both, and B's minus A's. */
  readonly gap: {
    readonly a: number | null;
    readonly b: number | null;
    readonly change: number | null;
    /** The interval of the change, at level 1 − alpha. */
    readonly lower: number | null;
    readonly upper: number | null;
    readonly finding: ChangeFinding;
    /** Why something is null; null where nothing is. */
    readonly reason: string | null;
  };
  /** Whether both could be one classifier, by the change of the gap. */
  readonly test: ReportedChangeTest;
  readonly accuracy: { readonly a: number | null; readonly b: number | null };
  /** Rows whose prediction is not the same; null where that is not known. */
  readonly changed: number | null;
  /** By label and group, ordered by label, then group. */
  readonly cells: readonly CellChange[];
  /** By group, over all labels. */
  readonly groups: readonly RightChange[];
  /** By label, over all groups. */
  readonly labels: readonly RightChange[];
}

export interface ReportedChangeTest extends ChangeTest {
  /** The p-value, adjusted for testing all attributes of the report (Holm); null where there is none. */
  readonly adjustedPValue: number | null;
}

/** How often each is right among some of the rows. */
export interface RightChange {
  /** Null where it is all groups together. */
  readonly group: string | null;
  /** Null where it is all labels together. */
  readonly label: string | null;
  readonly a: RightRate;
  readonly b: RightRate;
  /** Rows that only B has right, and rows that only A has right; null where that is not known. */
  readonly gained: number | null;
  readonly lost: number | null;
  /** Rows with another prediction, right or wrong; null where that is not known. */
  readonly changed: number | null;
  /**
   * "B is right as often as A": exact McNemar; where only margins are known, the largest that it can be; of other rows
   * Fisher's exact test. Null where clusters are allowed for, or there are no rows.
   */
  readonly pValue: number | null;
  /** The same, adjusted for all cells, groups or labels of the attribute (Holm). */
  readonly adjustedPValue: number | null;
}

export interface RightRate {
  readonly right: number;
  readonly n: number;
  readonly rate: number | null;
}

export interface CellChange extends RightChange {
  readonly group: string;
  readonly label: string;
  /** From which prediction to which other one, without those that no row took; null where that is not known. */
  readonly transitions: readonly { readonly from: string; readonly to: string; readonly rows: number }[] | null;
}
