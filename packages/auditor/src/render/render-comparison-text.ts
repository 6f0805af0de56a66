import type { ComparisonReport } from "../report/comparison-report.js";
import { displayText, fitWidth } from "./display-text.js";
import { plainPalette, type Palette } from "./palette.js";
import { describeComparison, type DescribedComparison } from "./sections/describe-comparison.js";
import type { Cell, Table } from "./sections/section.js";
import { tableNames } from "./sections/table-names.js";
import { alignTable, wrapText } from "./text-layout.js";

/** Size and colours of {@link renderComparisonText}. */
export interface ComparisonTextOptions {
  /** Columns; 100 by default. */
  readonly width?: number | undefined;
  /** No colours by default. */
  readonly palette?: Palette | undefined;
}

/** Cells of one attribute that are shown: with more of them, those that have changed most surely. */
const mostCells = 12;

/** Columns of a name in a table. */
const nameWidth = 24;

/**
 * Returns a comparison as text for a terminal: what has changed in each attribute, its cells, warnings and notes. Ends
 * with a line break.
 */
export function renderComparisonText(report: ComparisonReport, options: ComparisonTextOptions = {}): string {
  const { width = 100, palette = plainPalette } = options;
  const described = describeComparison(report);
  const wrap = (text: string, hang: string) => wrapText(displayText(text), { width, hang });
  const lines = [
    palette.strong(colourOf(described, palette)(described.word)),
    palette.strong(fitWidth(displayText(described.subject), width)),
    ...described.attributes.flatMap(({ name, sentences, cells }, i) => [
      "",
      ...wrap(`${name}: ${sentences.join(" ")}`, "  "),
      ...cellLines(cells, { width, pValues: report.attributes[i]!.cells.map(({ pValue }) => pValue) }),
    ]),
    ...report.warnings.flatMap(({ message }, i) => [
      ...(i === 0 ? [""] : []),
      ...wrap(`! ${message}`, "  ").map(palette.unsure),
    ]),
    "",
    ...report.notes.flatMap((note) => wrap(note, "").map(palette.muted)),
  ];
  return `${lines.join("\n")}\n`;
}

function colourOf({ finding, hasWorse }: DescribedComparison, palette: Palette): (text: string) => string {
  if (finding === "larger" || hasWorse) return palette.bad;
  return finding === "smaller" ? palette.good : palette.unsure;
}

function cellLines(
  table: Table,
  { width, pValues }: { readonly width: number; readonly pValues: readonly (number | null)[] },
): string[] {
  const names = tableNames(table, nameWidth);
  const surest = [...table.rows.keys()].sort((i, j) => (pValues[i] ?? 1) - (pValues[j] ?? 1) || i - j);
  const shown = new Set(surest.slice(0, mostCells));
  const text = (cell: string | Cell, c: number) => {
    if (typeof cell !== "string") return `${cell.value} ${cell.counts ?? ""}`.trimEnd();
    return table.columns[c]!.kind === "name" ? names.get(cell)! : cell;
  };
  const rows = table.rows.filter((_, r) => shown.has(r)).map((row) => row.map(text));
  const titles = table.columns.map(({ title }) => title as string);
  const right = table.columns.flatMap(({ kind }, c) => (kind === "number" ? [c] : []));
  const hidden = table.rows.length - rows.length;
  return [
    ...alignTable([titles, ...rows], { indent: "  ", right }).map((line) => fitWidth(line, width)),
    ...(hidden === 0 ? [] : [`  not shown: ${hidden} more rows, which changed less surely`]),
  ];
}
