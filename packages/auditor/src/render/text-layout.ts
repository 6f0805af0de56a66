import { maximum } from "@evenodds/core";
import { fitWidth, textWidth } from "./display-text.js";

/**
 * Returns the lines of a text that is broken at blanks so that none is wider than `width`. Every line starts with
 * `indent`, those after the first with `hang` more.
 */
export function wrapText(
  text: string,
  { width, indent = "", hang = "" }: { readonly width: number; readonly indent?: string; readonly hang?: string },
): string[] {
  const lines: string[] = [];
  let line: string | null = null;
  for (const word of text.split(" ")) {
    const start: string = indent + (lines.length === 0 ? "" : hang);
    const longer: string = line === null ? start + word : `${line} ${word}`;
    if (line === null || textWidth(longer) <= width) line = longer;
    else {
      lines.push(line);
      line = indent + hang + word;
    }
  }
  return [...lines, line ?? ""].map((one) => fitWidth(one, width));
}

/** Returns the lines of a table with columns two blanks apart; the columns of `right` stand to the right. */
export function alignTable(
  rows: readonly (readonly string[])[],
  { indent, right }: { readonly indent: string; readonly right: readonly number[] },
): string[] {
  const columns = maximum(
    rows.map((row) => row.length),
    0,
  );
  const widths = Array.from({ length: columns }, (_, c) => maximum(rows.map((row) => textWidth(row[c] ?? ""))));
  return rows.map((row) => {
    const cells = row.map((cell, c) => {
      const fill = " ".repeat(widths[c]! - textWidth(cell));
      return right.includes(c) ? fill + cell : cell + fill;
    });
    return (indent + cells.join("  ")).trimEnd();
  });
}
