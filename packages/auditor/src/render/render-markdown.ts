import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { fitNames, longestName } from "./fit-names.js";
import { escapeMarkdown, list, table, type Markdown } from "./markdown-text.js";
import { describeReport } from "./sections/describe-report.js";
import { headings } from "./sections/headings.js";
import type { Cell, Phrase, Piece, Section, Table } from "./sections/section.js";
import { tableNames } from "./sections/table-names.js";
import { markSmall } from "./small-cells.js";
import { verdictWords } from "./verdict-text.js";

/**
 * Returns a report of any kind as GitHub Markdown: the verdict, per attribute the gap as a sentence, its figures, the
 * values of every cell with counts, left-out rows; then how rules decide, the graph, warnings, notes and where
 * everything comes from. Text from the input is escaped, so that it can start no markup, link, mention or formula.
 * Charts are left out; what can be folded stands open.
 */
export function renderMarkdown(report: AuditReport | RegressionReport): Markdown {
  const { kind, subject, verdict, sentence, opening, gates, asides, sections } = describeReport(report);
  const parts = [
    `# ${kind}: ${escapeMarkdown(subject)}`,
    `**${verdictWords[verdict]}.** ${escapeMarkdown(sentence)}`,
    ...opening.map(escapeMarkdown),
    ...(gates.length === 0 ? [] : [list(gates.map((gate) => `${gate.verdict}: ${gate.finding}`))]),
    ...asides.map(escapeMarkdown),
    ...sections.flatMap((section) => sectionParagraphs(section, 2)),
  ];
  return `${parts.join("\n\n")}\n`;
}

/** Returns the paragraphs of a section under a head of this level. */
export function sectionParagraphs({ title, pieces }: Section, level: number): Markdown[] {
  return [
    `${"#".repeat(level)} ${escapeMarkdown(phrase(title))}`,
    ...pieces.flatMap((piece) => pieceParagraphs(piece, level + 1)),
  ];
}

function pieceParagraphs(piece: Piece, level: number): Markdown[] {
  switch (piece.kind) {
    case "text":
      return [escapeMarkdown(piece.text)];
    case "list":
      return [list(piece.items)];
    case "figures":
      return [
        table(
          [headings.figure, headings.value, headings.meaning],
          piece.figures.map(({ term, value, note }) => [term, value, note]),
        ),
      ];
    case "table":
      return captionedTable(piece.table);
    case "gap-chart":
    case "rate-charts":
    case "threshold-chart":
      return [];
    case "fold":
      return sectionParagraphs({ title: piece.summary, pieces: piece.pieces }, level);
    case "section":
      return sectionParagraphs(piece.section, level);
    default:
      return piece satisfies never;
  }
}

function captionedTable(captioned: Table): Markdown[] {
  const { caption, columns, rows, foot = [] } = captioned;
  const names = tableNames(captioned, longestName);
  return [
    `**${escapeMarkdown(phrase(caption, names))}**`,
    table(
      columns.map(({ title }) => phrase(title, names)),
      [...rows, ...foot].map((row) =>
        row.map((cell, c) => {
          if (typeof cell !== "string") return cellText(cell);
          return columns[c]?.kind === "name" ? names.get(cell)! : cell;
        }),
      ),
    ),
  ];
}

/** `0.500 (0.095 to 0.905), 1/2 (small)` */
function cellText({ value, detail = "", counts = "", isSmall = false }: Cell): string {
  const told = `${value}${detail === "" ? "" : ` (${detail})`}${counts === "" ? "" : `, ${counts}`}`;
  return markSmall(told, isSmall);
}

function phrase(words: Phrase, names?: ReadonlyMap<string, string>): string {
  if (typeof words === "string") return words;
  const shown = (name: string) => (names ?? fitNames([name], longestName)).get(name)!;
  return words.map((part) => (typeof part === "string" ? part : shown(part.name))).join("");
}
