import type { RowAccounting, AttributeReport } from "../report/audit-report.js";
import { headings } from "./sections/headings.js";

/**
 * What follows the size or the counts of a cell that is shown and not compared, in every format: a word, because a
 * terminal without colours, a table of Markdown and a screen reader all have words.
 */
export const smallMark = "(small)";

/** Returns a text with the mark behind it where it belongs to a small cell. */
export function markSmall(text: string, isSmall: boolean): string {
  return isSmall ? `${text} ${smallMark}` : text;
}

/** Returns what the mark means: `(small): fewer than 5 rows, shown but not compared`. */
export function smallMeaning({ rows }: { readonly rows: RowAccounting }, minimumSupport: number): string {
  const few = rows.weight === undefined ? `fewer than ${minimumSupport} rows` : `a weight below ${minimumSupport}`;
  return `${smallMark}: ${few}, shown but not compared`;
}

/** Returns the heading of sizes of cells and groups: those of `weight` where they are sums of weights. */
export function sizeHeading({ rows }: Pick<AttributeReport, "rows">): "size" | "weight" {
  return rows.weight === undefined ? "size" : "weight";
}

/** Returns what the size of a cell or group is called: `n`, or `weight` where it is a sum of weights. */
export function sizeWord(attribute: Pick<AttributeReport, "rows">): string {
  return headings[sizeHeading(attribute)];
}

/** Returns what takes the place of a rate over nothing: `undefined (n = 0)`. */
export function undefinedRate(attribute: Pick<AttributeReport, "rows">): string {
  return `undefined (${sizeWord(attribute)} = 0)`;
}
