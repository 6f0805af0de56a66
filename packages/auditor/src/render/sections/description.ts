import type { RunVerdict, Verdict } from "../../verdict/verdict.js";
import type { Section, Table } from "./section.js";

/** What a report says, for every format alike. All texts are raw: whoever draws it escapes them. */
export interface Description {
  /** What kind of report it is. */
  readonly kind: string;
  readonly subject: string;
  readonly verdict: RunVerdict;
  readonly sentence: string;
  /** What a reader must know besides: who, how sure, what next. */
  readonly opening: readonly string[];
  /** What came of each gate, where there are several. */
  readonly gates: readonly { readonly verdict: Verdict; readonly finding: string }[];
  /** What the rules say that do not decide. */
  readonly asides: readonly string[];
  /** Made whenever it is asked for: a summary has no use for tables of all rates. */
  readonly sections: readonly Section[];
  readonly summary: Summary;
}

/** What of it is told where there is room for little. */
export interface Summary {
  readonly attributes: readonly AttributeSummary[];
  /** Sentences about more than one attribute. */
  readonly sentences: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  /** How many of the first notes belong to every report: the others are about this one. */
  readonly standingNotes: number;
  /** What the model's output was taken for. */
  readonly output: string | null;
  readonly origin: string;
}

export interface AttributeSummary {
  readonly name: string;
  /** The figures of the gap. */
  readonly facts: readonly string[];
  readonly sentences: readonly string[];
  /** How far the figures can be trusted. */
  readonly trust: readonly string[];
  readonly further: readonly string[];
  /** Groups beside all others; null without labels. */
  readonly evidence: SummaryTable | null;
  /** Groups beside the one that the reader has chosen; null where none was. */
  readonly reference: SummaryTable | null;
  readonly table: SummaryTable;
}

/** A table of which only part may be shown. */
export interface SummaryTable extends Table {
  /** What one row is, and one column. */
  readonly counted: { readonly row: string; readonly column: string };
  /** Rows by their importance, and how many of them are shown at most. */
  readonly order: readonly number[];
  readonly mostRows: number;
  /** Columns that are always shown; of the others, those of `main` first. */
  readonly fixed: number;
  readonly main: readonly number[];
  /** What the mark of small cells means. */
  readonly smallMeaning: string;
}
