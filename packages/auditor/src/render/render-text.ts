import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { displayText, fitWidth, textWidth } from "./display-text.js";
import { fitNames } from "./fit-names.js";
import { formatCount } from "./numbers.js";
import { plainPalette, type Palette } from "./palette.js";
import { describeReport } from "./sections/describe-report.js";
import type { AttributeSummary, Description, SummaryTable } from "./sections/description.js";
import { tableNames } from "./sections/table-names.js";
import { wrapText, alignTable } from "./text-layout.js";
import { verdictWords } from "./verdict-text.js";
import type { RunVerdict } from "../verdict/verdict.js";
import { maximum } from "@evenodds/core";
import type { Cell, Phrase, Table } from "./sections/section.js";
import { markSmall, smallMark } from "./small-cells.js";

const mostGates = 5;
/** Rows of groups by evidence where there is no room for more. */
const fewRows = 4;
/** Warnings that come before tables. */
const firstWarnings = 3;

/** Size and colours of {@link renderText}. */
export interface TextOptions {
  /** Columns; 100 by default. */
  readonly width?: number | undefined;
  /** Lines; 40 by default. */
  readonly height?: number | undefined;
  /** No colours by default. */
  readonly palette?: Palette | undefined;
}

/** Lines that are shown or left out together. Smaller ranks are shown first. */
interface Block {
  readonly rank: number;
  readonly what: string;
  readonly lines: readonly string[];
  /** What is shown of it where there is no room for all. */
  readonly shorter?: readonly string[];
  /** A block without which this one makes no sense. */
  readonly after?: Block;
}

/**
 * Returns a report of any kind as one screen of text, at most `height` lines of at most `width` columns: the verdict,
 * what every attribute's gap is and between whom, its groups, warnings. What does not fit is left out, least important
 * first, and a last line says what. Ends with a line break.
 */
export function renderText(report: AuditReport | RegressionReport, options: TextOptions = {}): string {
  const description = describeReport(report);
  const { width = 100, height = 40, palette = plainPalette } = options;
  const { subject, opening, gates, asides, summary } = description;
  const wrap = (text: string, hang: string) => wrapText(displayText(text), { width, hang });
  const indented = (text: string) => wrapText(displayText(text), { width, indent: "  ", hang: "  " });
  const names = fitNames(
    summary.attributes.map(({ name }) => name),
    attributeWidth,
  );
  const blocks: Block[] = [
    { rank: 0, what: "verdict", lines: verdictLines(description, { width, palette }) },
    ...opening.map((text, i) => ({ rank: 0.1 + i / 1000, what: "explanations", lines: wrap(text, "") })),
    ...asides.slice(0, mostGates).map((text, i) => ({
      rank: (gates.length === 0 ? 2.5 : 4.2) + i / 1000,
      what: "rule details",
      lines: indented(text),
    })),
    { rank: 0, what: "subject", lines: ["", palette.strong(fitWidth(displayText(subject), width))] },
    ...summary.attributes.flatMap((attribute, i): Block[] => {
      const lines = ["", ...attributeLines(attribute, { name: names.get(attribute.name)!, width, palette })];
      const head: Block = { rank: 1 + i / 1000, what: "attributes", lines };
      const details = (rank: number, texts: readonly string[]) =>
        texts.map((text, j): Block => {
          return { rank: rank + i / 1000 + j / 100_000, what: "details", lines: indented(text), after: head };
        });
      return [
        head,
        ...details(2.6, attribute.trust),
        ...details(4.1, attribute.further),
        ...(attribute.evidence === null
          ? []
          : [
              {
                ...{ rank: 2.7 + i / 1000, what: "tables", after: head },
                lines: summaryTable(attribute.evidence, width),
                shorter: summaryTable({ ...attribute.evidence, mostRows: fewRows }, width),
              },
            ]),
        ...(attribute.reference === null
          ? []
          : [
              {
                ...{ rank: 2.2 + i / 1000, what: "tables", after: head },
                lines: summaryTable(attribute.reference, width),
                shorter: summaryTable({ ...attribute.reference, mostRows: 1 }, width),
              },
            ]),
        { rank: 4 + i / 1000, what: "tables", lines: summaryTable(attribute.table, width), after: head },
      ];
    }),
    ...summary.sentences.map((text) => ({ rank: 2.68, what: "details", lines: ["", ...wrap(text, "  ")] })),
    ...summary.warnings.map((message, i) => ({
      rank: (i < firstWarnings ? 2.6 : 3) + i / 1000,
      what: "warnings",
      lines: [...(i === 0 ? [""] : []), ...wrap(`! ${message}`, "  ").map(palette.unsure)],
    })),
    ...summary.notes.map((note, i) => ({
      rank: (i < summary.standingNotes ? 5 : 2.65) + i / 1000,
      what: "notes",
      lines: [...(i === 0 || i === summary.standingNotes ? [""] : []), ...wrap(note, "").map(palette.muted)],
    })),
    ...(summary.output === null
      ? []
      : [{ rank: 2.4, what: "output", lines: ["", ...wrap(summary.output, "  ").map(palette.muted)] }]),
    { rank: 2, what: "origin", lines: ["", palette.muted(fitWidth(displayText(summary.origin), width))] },
  ];
  const chosen = choose(blocks, height - 1);
  const lines = blocks.flatMap((block) => chosen.get(block) ?? []);
  const missing = summarize(blocks.filter((block) => !chosen.has(block)));
  return [...lines, ...(missing === "" ? [] : [palette.muted(fitWidth(missing, width))])].join("\n") + "\n";
}

interface Line {
  readonly width: number;
  readonly palette: Palette;
}

function verdictLines({ verdict, sentence, gates }: Description, { width, palette }: Line): string[] {
  const word = verdictWords[verdict];
  const [first = "", ...rest] = wrapText(`${word}  ${displayText(sentence)}`, { width, hang: "  " });
  const found = gates.slice(0, mostGates).flatMap((gate) => {
    const text = displayText(`${gate.verdict}: ${gate.finding}`);
    return wrapText(text, { width, indent: "  ", hang: "  " }).map(verdictColour(gate.verdict, palette));
  });
  const more = gates.length > mostGates ? [`  and ${gates.length - mostGates} more`] : [];
  return [palette.strong(verdictColour(verdict, palette)(word)) + first.slice(word.length), ...rest, ...found, ...more];
}

function attributeLines(
  { facts, sentences }: AttributeSummary,
  { name, width, palette }: Line & { readonly name: string },
): string[] {
  const [head = "", ...more] = wrapText(`${name}: ${facts.join(", ")}`, { width, hang: "  " });
  const said = sentences.flatMap((text) => wrapText(displayText(text), { width, indent: "  " }));
  return [palette.strong(head), ...more, ...said];
}

function verdictColour(verdict: RunVerdict, palette: Palette): (text: string) => string {
  switch (verdict) {
    case "pass":
      return palette.good;
    case "violated":
      return palette.bad;
    case "inconclusive":
    case "no-gate":
      return palette.unsure;
  }
}

/** Returns the lines of the blocks that fit. */
function choose(blocks: readonly Block[], height: number): ReadonlyMap<Block, readonly string[]> {
  const chosen = new Map<Block, readonly string[]>();
  let left = height;
  for (const block of [...blocks].sort((a, b) => a.rank - b.rank)) {
    if (block.after !== undefined && !chosen.has(block.after)) continue;
    const lines = [block.lines, block.shorter ?? block.lines].find(({ length }) => length <= left);
    if (lines === undefined) continue;
    left -= lines.length;
    chosen.set(block, lines);
  }
  return chosen;
}

/** Says what was left out: `Not shown here: 2 tables, 1 warning.` */
function summarize(missing: readonly Block[]): string {
  const counts = new Map<string, number>();
  for (const { what } of missing) counts.set(what, (counts.get(what) ?? 0) + 1);
  const texts = [...counts].map(
    ([what, count]) => `${formatCount(count)} ${count === 1 ? what.replace(/s$/, "") : what}`,
  );
  return texts.length === 0 ? "" : `Not shown here: ${texts.join(", ")}.`;
}

/** Columns of the name of an attribute. */
const attributeWidth = 40;

/** Columns of a name in a cell and in a heading: as many as there is room for without leaving out more of a table. */
const nameWidths = [60, 48, 40, 34, 28, 22].map((cell) => ({ cell, heading: Math.max(10, Math.floor(cell / 2) - 1) }));

/**
 * Returns the lines of a table: its most important rows, and as many columns as fit in `width`. A last line says what
 * marks mean and what is not shown.
 */
function summaryTable(table: SummaryTable, width: number): string[] {
  const kept = new Set(table.order.slice(0, table.mostRows));
  const rows = table.rows.filter((_, r) => kept.has(r));
  const layouts = nameWidths.map((own) => {
    const all = columnTexts({ columns: table.columns, rows, caption: "" }, own);
    return { all, shown: chooseColumns(all, { table, width: width - 2 }) };
  });
  const most = maximum(layouts.map(({ shown }) => shown.length));
  const { all, shown } = layouts.find((one) => one.shown.length === most && fits(one, width - 2)) ?? layouts.at(-1)!;
  const lines = all[0]!.map((_, row) => shown.map((c) => all[c]![row]!));
  const footer = [
    ...(rows.some((row) => shown.some((c) => isExtreme(row[c]!))) ? ["* furthest apart"] : []),
    ...(lines.some((cells) => cells.some((text) => text.endsWith(smallMark))) ? [table.smallMeaning] : []),
    ...notShown(table, { rows: rows.length, columns: shown.length }),
  ].join("; ");
  const right = shown.flatMap((c, at) => (table.columns[c]!.kind === "number" ? [at] : []));
  return [
    ...alignTable(lines, { indent: "  ", right }),
    ...(footer === "" ? [] : wrapText(footer, { width, indent: "  " })),
  ];
}

/** The texts of every column, its heading first. */
function columnTexts(table: Table, width: { readonly cell: number; readonly heading: number }): string[][] {
  const [inCells, inHeads] = [tableNames(table, width.cell), tableNames(table, width.heading)];
  return table.columns.map(({ title, kind }, c) => [
    headingText(title, inHeads),
    ...table.rows.map((row) => {
      const cell = row[c]!;
      return kind === "name" && typeof cell === "string" ? inCells.get(cell)! : cellText(cell);
    }),
  ]);
}

function fits(
  { all, shown }: { readonly all: readonly (readonly string[])[]; readonly shown: readonly number[] },
  width: number,
): boolean {
  return shown.reduce((sum, c) => sum + maximum(all[c]!.map(textWidth)) + 2, -2) <= width;
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

function isExtreme(cell: string | Cell): boolean {
  return typeof cell !== "string" && cell.isExtreme === true;
}

function cellText(cell: string | Cell): string {
  if (typeof cell === "string") return cell;
  const { value, counts = "", isSmall = false, isExtreme } = cell;
  const star = isExtreme === undefined ? "" : isExtreme ? "*" : " ";
  return markSmall(`${value}${star}${counts === "" ? "" : ` ${counts}`}`, isSmall);
}

function headingText(title: Phrase, names: ReadonlyMap<string, string>): string {
  if (typeof title === "string") return title;
  return title.map((part) => (typeof part === "string" ? part : names.get(part.name)!)).join("");
}
