import { maximum } from "@evenodds/core";
import { displayText, fitWidth, textWidth } from "./display-text.js";
import type { SummaryTable } from "./sections/description.js";
import type { Cell, Phrase } from "./sections/section.js";
import { markSmall, smallMark } from "./small-cells.js";
import { alignTable, wrapText } from "./text-layout.js";

const nameWidth = 22;
/** Columns of a name in a heading. */
const headingWidth = 10;

/**
 * Returns the lines of a table: its most important rows, and as many columns as fit in `width`. A last line says what
 * marks mean and what is not shown.
 */
export function summaryTable(table: SummaryTable, width: number): string[] {
  const kept = new Set(table.order.slice(0, table.mostRows));
  const rows = table.rows.filter((_, r) => kept.has(r));
  const all = table.columns.map(({ title, kind }, c) => [
    headingText(title),
    ...rows.map((row) => cellText(row[c]!, kind === "name")),
  ]);
  const shown = chooseColumns(all, { table, width: width - 2 });
  const lines = all[0]!.map((_, row) => shown.map((c) => all[c]![row]!));
  const footer = [
    ...(shown.some((c) => table.main.includes(c)) ? ["* furthest apart"] : []),
    ...(lines.some((cells) => cells.some((text) => text.endsWith(smallMark))) ? [table.smallMeaning] : []),
    ...notShown(table, { rows: rows.length, columns: shown.length }),
  ].join("; ");
  const right = shown.flatMap((c, at) => (table.columns[c]!.kind === "number" ? [at] : []));
  return [
    ...alignTable(lines, { indent: "  ", right }),
    ...(footer === "" ? [] : wrapText(footer, { width, indent: "  " })),
  ];
}

/** As many columns as fit, those that are always shown and the main ones among them, in their order. */
function chooseColumns(
  texts: readonly (readonly string[])[],
  { table, width }: { readonly table: SummaryTable; readonly width: number },
): number[] {
  const rank = (c: number) => (c < table.fixed ? 0 : table.main.includes(c) ? 1 : 2);
  const chosen = new Set<number>();
  let left = width;
  for (const c of texts.map((_, at) => at).sort((a, b) => rank(a) - rank(b))) {
    left -= maximum(texts[c]!.map(textWidth)) + 2;
    if (left < 0 && c >= table.fixed) break;
    chosen.add(c);
  }
  return texts.flatMap((_, c) => (chosen.has(c) ? [c] : []));
}

/** `not shown: 8 more groups, 1 more rate` */
function notShown(table: SummaryTable, shown: { readonly rows: number; readonly columns: number }): string[] {
  const more = (count: number, what: string) =>
    count === 0 ? [] : [`${count} more ${count === 1 ? what : `${what}s`}`];
  const hidden = [
    ...more(table.rows.length - shown.rows, table.counted.row),
    ...more(table.columns.length - shown.columns, table.counted.column),
  ];
  return hidden.length === 0 ? [] : [`not shown: ${hidden.join(", ")}`];
}

function cellText(cell: string | Cell, isName: boolean): string {
  if (typeof cell === "string") return isName ? fitWidth(displayText(cell), nameWidth) : cell;
  const { value, counts = "", isSmall = false, isExtreme } = cell;
  const star = isExtreme === undefined ? "" : isExtreme ? "*" : " ";
  return markSmall(`${value}${star}${counts === "" ? "" : ` ${counts}`}`, isSmall);
}

function headingText(title: Phrase): string {
  if (typeof title === "string") return title;
  return title
    .map((part) => (typeof part === "string" ? part : fitWidth(displayText(part.name), headingWidth)))
    .join("");
}
