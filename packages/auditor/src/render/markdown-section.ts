import { displayText } from "./display-text.js";
import { escapeMarkdown, table, type Markdown } from "./markdown-text.js";
import { markSmall } from "./small-cells.js";
import type { DetailedCell, Piece, Section, TextTable } from "./sections/section.js";

/** Characters of a name in a table that are shown. */
export const longestName = 120;

/** Returns a section under a head of this level, as paragraphs. Charts are left out; what can be folded stands open. */
export function markdownSection({ title, pieces }: Section, level: 2 | 3): Markdown[] {
  return [
    `${"#".repeat(level)} ${escapeMarkdown(title)}`,
    ...pieces.flatMap((piece) => pieceParagraphs(piece, level + 1)),
  ];
}

/** Returns a table with its caption above it. */
export function captionedTable({ caption, columns, rows }: TextTable): Markdown[] {
  const body = rows.map((row) =>
    row.map((cell, c) => {
      if (typeof cell !== "string") return cellText(cell);
      return columns[c]?.kind === "name" ? displayText(cell, longestName) : cell;
    }),
  );
  return [
    `**${escapeMarkdown(caption)}**`,
    table(
      columns.map(({ title }) => title),
      body,
    ),
  ];
}

/** `0.500 (0.095 to 0.905), 1/2 (small)` */
function cellText({ value, detail = "", counts = "", isSmall = false }: DetailedCell): string {
  const told = `${value}${detail === "" ? "" : ` (${detail})`}${counts === "" ? "" : `, ${counts}`}`;
  return markSmall(told, isSmall);
}

function pieceParagraphs(piece: Piece, level: number): Markdown[] {
  switch (piece.kind) {
    case "text":
      return [escapeMarkdown(piece.text)];
    case "table":
      return captionedTable(piece.table);
    case "threshold-chart":
      return [];
    case "fold":
      return [
        `${"#".repeat(level)} ${escapeMarkdown(piece.summary)}`,
        ...piece.pieces.flatMap((inner) => pieceParagraphs(inner, level + 1)),
      ];
    default:
      return piece satisfies never;
  }
}
