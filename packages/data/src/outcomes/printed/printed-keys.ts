import { binNames } from "../../load/bins.js";
import { sqlText } from "../../source/with-database.js";
import { sqlDouble } from "../count/group-key.js";
import type { PrintedDialect } from "./printed-dialects.js";

/** A column of the user's query by which rows are grouped, and how it arrives in the result. */
export interface PrintedKey {
  /** Name in the query, and in the result. */
  readonly column: string;
  /** Borders that cut it into bins, which arrive under their names. */
  readonly bins: readonly number[] | undefined;
}

/**
 * Returns the name of a bin, given a text and the double that it is or NULL. What is no finite number keeps its text,
 * so that the audit tells a missing value from an error.
 */
export function binName(
  { text, double }: { readonly text: string; readonly double: string },
  { bins, dialect }: { readonly bins: readonly number[]; readonly dialect: PrintedDialect["dialect"] },
): string {
  const names = binNames(bins).map(sqlText);
  const below = bins.map((border, i) => `WHEN ${double} < ${sqlDouble(dialect, border)} THEN ${names[i]}`);
  return [
    `CASE WHEN ${dialect.isFinite(double)} THEN CASE ${below.join(" ")} ELSE ${names.at(-1)} END`,
    // Nothing but a number is in a bin, though it be called like one.
    `WHEN ${text} IN (${names.join(", ")}) THEN 'no number: ' || ${text} ELSE ${text} END`,
  ].join(" ");
}

/** Returns an expression for the double of a text; NULL where it is not a number. */
export function doubleOfText(text: string, { dialect, described }: PrintedDialect): string {
  return dialect.double(text, described.text);
}

/**
 * Returns the text of a key as DuckDB spells it, given its text as the engine writes it, its double, and whether it is
 * of a floating-point type, which engines write differently.
 */
export function spelledText(
  { text, double, floating }: { readonly text: string; readonly double: string; readonly floating: string },
  { dialect, described }: PrintedDialect,
): string {
  // NaN and the infinities are no numbers in decimal notation.
  const odd = `LOWER(REPLACE(${text}, 'Infinity', 'inf'))`;
  const number = `COALESCE(${dialect.text(double, described.double)}, ${odd})`;
  return `CASE WHEN ${floating} THEN ${number} ELSE ${text} END`;
}
