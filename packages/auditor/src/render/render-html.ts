import type { AuditReport } from "../report/audit-report.js";
import type { RegressionReport } from "../report/regression-report.js";
import { gapChart, rateChart } from "./charts.js";
import type { Figure } from "./figures.js";
import { htmlPage } from "./html-page.js";
import { htmlTable, name, text, type Html, type HtmlCell } from "./html-table.js";
import type { RateColumn } from "./main-rates.js";
import { longestName } from "./fit-names.js";
import { describeReport } from "./sections/describe-report.js";
import type { Description } from "./sections/description.js";
import { headings } from "./sections/headings.js";
import {
  longTable,
  type Cell,
  type Column,
  type Phrase,
  type Piece,
  type Section,
  type Table,
} from "./sections/section.js";
import { tableNames } from "./sections/table-names.js";
import { markSmall } from "./small-cells.js";
import { thresholdChart } from "./threshold-chart.js";
import { verdictWords } from "./verdict-text.js";

/**
 * Returns a report of any kind as one HTML page: all that Markdown has, with charts, and long tables folded away. The
 * page holds all it needs and loads nothing. Its only script sorts and filters tables, and nothing is lost where it
 * does not run. Text from the input is escaped everywhere, in charts too.
 */
export function renderHtml(report: AuditReport | RegressionReport): Html {
  const description = describeReport(report);
  const { kind, subject, verdict, sections } = description;
  const body = [
    `<p class="kicker">${text(kind)}</p>`,
    `<h1>${text(subject)}</h1>`,
    verdictBox(description),
    ...sections.map((section) => `<section>\n${sectionHtml(section, 2)}\n</section>`),
  ].join("\n");
  return htmlPage({ title: `${verdictWords[verdict]}: ${subject}`, body });
}

/** Returns the verdict, set apart. */
export function verdictBox({
  verdict,
  sentence,
  opening,
  gates,
  asides,
}: Omit<Description, "sections" | "summary">): Html {
  const items = gates.map(
    (gate) => `<li><span class="tag ${gate.verdict}">${gate.verdict}</span> ${text(gate.finding)}</li>`,
  );
  const list = items.length === 0 ? "" : `<ul>${items.join("")}</ul>`;
  const others = asides.map((one) => `<p class="aside">${text(one)}</p>`).join("");
  const head = `<p><strong>${verdictWords[verdict]}</strong> ${text(sentence)}</p>`;
  const told = opening.map((one) => `<p>${text(one)}</p>`).join("");
  return `<div class="verdict ${verdict}">${head}${told}${list}${others}</div>`;
}

/** Returns a section under a head of this level. */
export function sectionHtml({ title, pieces }: Section, level: number): Html {
  return [`<h${level}>${phrase(title)}</h${level}>`, ...pieces.map((piece) => pieceHtml(piece, level))].join("\n");
}

/** Returns one piece of a section that has a head of this level. */
export function pieceHtml(piece: Piece, level: number): Html {
  switch (piece.kind) {
    case "text":
      return piece.isLead === true ? `<p class="lead">${text(piece.text)}</p>` : `<p>${text(piece.text)}</p>`;
    case "list":
      return `<ul>${piece.items.map((item) => `<li>${text(item)}</li>`).join("")}</ul>`;
    case "figures":
      return `<dl class="figures">${piece.figures.map(figureTile).join("")}</dl>`;
    case "table":
      return tableHtml(piece.table);
    case "gap-chart":
      return wideFigure(piece, gapChart(piece.attribute, piece));
    case "rate-charts":
      return `<div class="charts">${piece.columns.map((column) => rateFigure(column, piece)).join("\n")}</div>`;
    case "threshold-chart":
      return wideFigure(piece, thresholdChart(piece.curve, piece));
    case "fold":
      return [
        `<details><summary>${text(piece.summary)}</summary>`,
        ...piece.pieces.map((inner) => pieceHtml(inner, level + 1)),
        `</details>`,
      ].join("\n");
    case "section":
      return sectionHtml(piece.section, level + 1);
    default:
      return piece satisfies never;
  }
}

function figureTile({ term, value, note }: Figure): Html {
  const more = note === "" ? "" : `<dd class="note">${text(note)}</dd>`;
  return `<div><dt>${text(term)}</dt><dd class="value">${text(value)}</dd>${more}</div>`;
}

function wideFigure({ title, note }: { readonly title: string; readonly note: string }, chart: Html): Html {
  const caption = `<b>${text(title)}</b><br><span class="muted">${text(note)}</span>`;
  return `<figure class="wide"><figcaption>${caption}</figcaption>${chart}</figure>`;
}

function rateFigure(column: RateColumn, { attribute }: Extract<Piece, { readonly kind: "rate-charts" }>): Html {
  const isWorst = column.groups.some(({ extreme }) => extreme !== null);
  const isByRate = column.groups.length > longTable;
  const shown = isByRate ? { ...column, groups: lowestFirst(column.groups) } : column;
  const key = isWorst
    ? `largest gap: <span class="key highest"></span>highest<span class="key lowest"></span>lowest`
    : "";
  const order = isByRate ? "sorted by rate" : "";
  const said = [key, order].filter((part) => part !== "").join("; ");
  return (
    `<figure${isWorst ? ' class="worst"' : ""}><figcaption>${text(headings.trueLabel)} <b>${name(column.label)}</b>, ` +
    `${text(headings.predicted)} <b>${name(column.prediction)}</b><br><span class="muted">${said}</span></figcaption>${rateChart(shown, attribute)}</figure>`
  );
}

/** Many lines without an order show nothing: those of the lowest rate come first, those without one last. */
function lowestFirst(groups: RateColumn["groups"]): RateColumn["groups"] {
  return [...groups].sort((a, b) => (a.rate.rate ?? 2) - (b.rate.rate ?? 2));
}

function tableHtml(table: Table): Html {
  const { caption, columns, rows, foot = [] } = table;
  const names = tableNames(table, longestName);
  const inHtml = (all: Table["rows"]) =>
    all.map((row) => row.map((cell, c) => cellHtml(cell, { column: columns[c]!, names })));
  return htmlTable({
    caption: phrase(caption, names),
    head: columns.map(({ title, kind }) => ({
      html: phrase(title, names),
      kind: kind === "number" ? "number" : undefined,
    })),
    rows: inHtml(rows),
    foot: inHtml(foot),
  });
}

function cellHtml(
  cell: string | Cell,
  { column, names }: { readonly column: Column; readonly names: ReadonlyMap<string, string> },
): HtmlCell {
  const {
    value,
    detail = "",
    counts = "",
    isSmall = false,
    isRight = false,
  }: Cell = typeof cell === "string" ? { value: cell } : cell;
  if (column.kind === "name") return { html: name(value, names) };
  if (value === "") return { html: "" };
  const kind = isRight ? "rate right" : cellKind(value, column);
  const beside = [detail, counts].filter((part) => part !== "").join(" · ");
  if (beside === "") return { html: text(markSmall(value, isSmall)), kind };
  return { html: `<span class="main">${text(value)}</span><small>${text(markSmall(beside, isSmall))}</small>`, kind };
}

function cellKind(value: string, { kind }: Column): HtmlCell["kind"] {
  switch (kind) {
    case "number":
      return value.startsWith("undefined") ? "number undefined" : "number";
    case "rate":
      return value.startsWith("undefined") ? "rate undefined" : "rate";
    case "word":
      return "rate";
    case "name":
    case "text":
      return undefined;
  }
}

function phrase(words: Phrase, names?: ReadonlyMap<string, string>): Html {
  if (typeof words === "string") return text(words);
  return words.map((part) => (typeof part === "string" ? text(part) : name(part.name, names))).join("");
}
