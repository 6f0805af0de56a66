import type { ThresholdPoint } from "@evenodds/core";
import type { AttributeReport } from "../../report/audit-report.js";
import type { Figure } from "../figures.js";
import type { RateColumn } from "../main-rates.js";
import { headings, type Heading, type Words } from "./headings.js";

/** Plain text, or text with names from the input in it. */
export type Phrase = string | Words;

/** A value of a table with what stands beside it. */
export interface Cell {
  readonly value: string;
  /** An interval or a reason; empty without one. */
  readonly detail?: string;
  /** What the value was computed from: `75/120`, `n = 60`. */
  readonly counts?: string;
  /** Whether it is of a cell that is shown and not compared. */
  readonly isSmall?: boolean;
  /** Whether it stands out: the rate of the right prediction. */
  readonly isRight?: boolean;
  /** Whether it is one of the two that make the gap; left out in tables where no cell can be. */
  readonly isExtreme?: boolean;
}

export interface Column {
  readonly title: Phrase;
  /**
   * `name` = text from the input, `word` = never broken, `number` = a figure or its absence, which starts with
   * `undefined`, `rate` = the same with counts beside it.
   */
  readonly kind: "text" | "name" | "word" | "number" | "rate";
}

export interface Table {
  readonly caption: Phrase;
  readonly columns: readonly Column[];
  /** One cell per column. */
  readonly rows: readonly (readonly (string | Cell)[])[];
  /** What stands below all rows, however they are sorted: what they come to together. */
  readonly foot?: readonly (readonly (string | Cell)[])[];
}

/** One piece of a section. Charts are data: text needs no chart library, and formats without pictures skip them. */
export type Piece =
  | { readonly kind: "text"; readonly text: string; readonly isLead?: boolean }
  | { readonly kind: "list"; readonly items: readonly string[] }
  | { readonly kind: "figures"; readonly figures: readonly Figure[] }
  | { readonly kind: "table"; readonly table: Table }
  | {
      readonly kind: "gap-chart";
      readonly title: string;
      readonly note: string;
      readonly attribute: AttributeReport;
      readonly limit: number | null;
    }
  | { readonly kind: "rate-charts"; readonly columns: readonly RateColumn[]; readonly attribute: AttributeReport }
  | {
      readonly kind: "threshold-chart";
      readonly title: string;
      readonly note: string;
      readonly curve: readonly ThresholdPoint[];
      readonly limit: number | null;
      /** The one in use, or null. */
      readonly threshold: number | null;
    }
  /** Details that are folded away where that is possible. */
  | { readonly kind: "fold"; readonly summary: string; readonly pieces: readonly Piece[] }
  | { readonly kind: "section"; readonly section: Section };

/** A part of a report for all formats alike. All texts are raw: whoever draws it escapes them. */
export interface Section {
  readonly title: Phrase;
  readonly pieces: readonly Piece[];
}

/** Rows of tables above which they are folded away. */
export const longTable = 12;

/** Returns a piece of text. */
export function sentence(text: string): Piece {
  return { kind: "text", text };
}

/** Returns a table as a piece. */
export function tablePiece(table: Table): Piece {
  return { kind: "table", table };
}

/** Returns a section within another one. */
export function subsection(title: Phrase, pieces: readonly Piece[]): Piece {
  return { kind: "section", section: { title, pieces } };
}

/** Returns tables, behind a summary where they are long together. */
export function tables(all: readonly Table[], summary: string): Piece[] {
  const rows = all.reduce((sum, table) => sum + table.rows.length, 0);
  const pieces = all.map(tablePiece);
  return rows > longTable ? [{ kind: "fold", summary, pieces }] : pieces;
}

/** Returns figures as a table, for lists that are too long for tiles. */
export function figureTable(caption: Phrase, head: Heading, figures: readonly Figure[]): Table {
  return {
    caption,
    columns: [textColumn(head), head === "figure" ? numberColumn("value") : textColumn("value"), textColumn("details")],
    rows: figures.map(({ term, value, note }) => [term, value, note]),
  };
}

/** Returns a cell for a figure that does not exist. */
export function undefinedBecause(reason: string | null): Cell {
  return { value: "undefined", detail: reason ?? "nothing to compare" };
}

// Headings are keys, never texts: what is not among the headings of all reports does not compile.
const column =
  (kind: Column["kind"]) =>
  (heading: Heading | Words): Column => ({
    title: typeof heading === "string" ? headings[heading] : heading,
    kind,
  });

export const textColumn = column("text");
export const nameColumn = column("name");
export const wordColumn = column("word");
export const numberColumn = column("number");
export const rateColumn = column("rate");
