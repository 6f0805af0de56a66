import type { ThresholdPoint } from "@evenodds/core";

/** A value of a table with what stands small beside it. */
export interface DetailedCell {
  readonly value: string;
  /** An interval or a reason; empty without one. */
  readonly detail?: string;
  /** What the value was computed from: `75/120`, `n = 60`. */
  readonly counts?: string;
  /** Whether it is of a cell that is shown and not compared. */
  readonly isSmall?: boolean;
}

export interface TextColumn {
  readonly title: string;
  /**
   * `name` = text from the input, `word` = never broken, `number` = a figure or its absence, which starts with
   * `undefined`.
   */
  readonly kind: "text" | "name" | "word" | "number";
}

export interface TextTable {
  readonly caption: string;
  readonly columns: readonly TextColumn[];
  /** One cell per column. */
  readonly rows: readonly (readonly (string | DetailedCell)[])[];
}

/** One piece of a section. */
export type Piece =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "table"; readonly table: TextTable }
  /** A curve over score thresholds, only where pictures can be shown. Data, so that text needs no chart library. */
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
  | { readonly kind: "fold"; readonly summary: string; readonly pieces: readonly Piece[] };

/** A part of a report for Markdown and HTML alike. All texts are raw: renderers escape them. */
export interface Section {
  readonly title: string;
  readonly pieces: readonly Piece[];
}

/** Rows of tables above which they are folded away. */
export const longTable = 12;

/** Returns a piece of text. */
export function sentence(text: string): Piece {
  return { kind: "text", text };
}

/** Returns tables, behind a summary where they are long together. */
export function tables(all: readonly TextTable[], summary: string): Piece[] {
  const rows = all.reduce((sum, table) => sum + table.rows.length, 0);
  const pieces = all.map((table): Piece => ({ kind: "table", table }));
  return rows > longTable ? [{ kind: "fold", summary, pieces }] : pieces;
}

/** Returns a cell for a figure that does not exist. */
export function undefinedBecause(reason: string | null): DetailedCell {
  return { value: "undefined", detail: reason ?? "nothing to compare" };
}

export const textColumn = (title: string): TextColumn => ({ title, kind: "text" });
export const nameColumn = (title: string): TextColumn => ({ title, kind: "name" });
export const wordColumn = (title: string): TextColumn => ({ title, kind: "word" });
export const numberColumn = (title: string): TextColumn => ({ title, kind: "number" });
