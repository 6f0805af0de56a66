import { htmlTable, name, text, type Html, type HtmlCell } from "./html-table.js";
import type { DetailedCell, Piece, Section, TextColumn, TextTable } from "./sections/section.js";
import { markSmall } from "./small-cells.js";
import { thresholdChart } from "./threshold-chart.js";

/** Returns a section under a head of this level. */
export function htmlSection({ title, pieces }: Section, level: 2 | 3): Html {
  return [`<h${level}>${text(title)}</h${level}>`, ...pieces.map(htmlPiece)].join("\n");
}

/** Returns one piece of a section. */
export function htmlPiece(piece: Piece): Html {
  switch (piece.kind) {
    case "text":
      return `<p>${text(piece.text)}</p>`;
    case "table":
      return sectionTable(piece.table);
    case "threshold-chart":
      return (
        `<figure class="wide"><figcaption><b>${text(piece.title)}</b><br><span class="muted">${text(piece.note)}</span>` +
        `</figcaption>${thresholdChart(piece.curve, piece)}</figure>`
      );
    case "fold":
      return [`<details><summary>${text(piece.summary)}</summary>`, ...piece.pieces.map(htmlPiece), `</details>`].join(
        "\n",
      );
    default:
      return piece satisfies never;
  }
}

/** Returns a table of raw texts. */
export function sectionTable({ caption, columns, rows }: TextTable): Html {
  return htmlTable({
    caption: text(caption),
    head: columns.map(({ title, kind }) => ({ html: text(title), kind: kind === "number" ? "number" : undefined })),
    rows: rows.map((row) => row.map((cell, c) => htmlCell(cell, columns[c]))),
  });
}

function htmlCell(cell: string | DetailedCell, column: TextColumn | undefined): HtmlCell {
  const {
    value,
    detail = "",
    counts = "",
    isSmall = false,
  }: DetailedCell = typeof cell === "string" ? { value: cell } : cell;
  if (value === "") return { html: "" };
  if (column?.kind === "name") return { html: name(value) };
  const kind = cellKind(value, column);
  const beside = [detail, counts].filter((part) => part !== "").join(" · ");
  if (beside === "") return { html: text(markSmall(value, isSmall)), kind };
  return { html: `<span class="main">${text(value)}</span><small>${text(markSmall(beside, isSmall))}</small>`, kind };
}

function cellKind(value: string, column: TextColumn | undefined): HtmlCell["kind"] {
  switch (column?.kind) {
    case "number":
      return value.startsWith("undefined") ? "undefined" : "number";
    case "word":
      return "rate";
    case "name":
    case "text":
    case undefined:
      return undefined;
  }
}
