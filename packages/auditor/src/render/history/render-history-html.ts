import type { History, HistoryAudit, HistorySeries } from "../../history/history.js";
import type { RecordedAttribute } from "../../history/recorded-audit.js";
import { htmlPage } from "../html-page.js";
import { text, type Html } from "../html-table.js";
import { countOf, formatCount, formatGap, formatInterval } from "../numbers.js";
import { pieceHtml, sectionHtml } from "../render-html.js";
import { headings, inText } from "../sections/headings.js";
import {
  nameColumn,
  numberColumn,
  sentence,
  tablePiece,
  textColumn,
  wordColumn,
  type Piece,
  type Table,
} from "../sections/section.js";
import { metricNames } from "../verdict-text.js";
import { furthestGroups, historyGapChart, historyGroupChart, type ChartPoint } from "./history-charts.js";

/** Charts of one page: every one is drawn and loaded. What has none is in its tables all the same. */
export const mostCharts = 120;

/** Points that stand open in the table of a series; the others are folded away. */
const openPoints = 12;

/**
 * Returns a history as one page: what is violated now, then for each series and attribute the gap at every point with
 * its interval and limit, the groups, and what changed from one audit to the next. The page holds all it needs and
 * loads nothing.
 */
export function renderHistoryHtml(history: History, { title }: { readonly title: string }): Html {
  const reports = history.series.reduce((sum, { audits }) => sum + audits.length, 0);
  let charts = mostCharts;
  const sections = history.series.map((series) => {
    const wanted = chartsOf(series, history);
    const drawn = wanted.length <= charts;
    if (drawn) charts -= wanted.length;
    return `<section>\n${seriesHtml(series, { charts: drawn ? wanted.map((chart) => chart()) : null })}\n</section>`;
  });
  const now = history.series.map(({ audits }) => audits.at(-1)!.audit.verdict);
  const count = (verdict: string) => now.filter((one) => one === verdict).length;
  const body = [
    `<p class="kicker">History of audits</p>`,
    `<h1>${text(title)}</h1>`,
    pieceHtml(
      {
        kind: "text",
        isLead: true,
        text:
          `${countOf(reports, "report")} of ${history.series.length} series at ${countOf(history.points.length, "point")}. ` +
          `Now: ${count("violated")} violated, ${count("inconclusive")} inconclusive, ${count("pass")} passed, ` +
          `${count("no-gate")} without a gate.`,
      },
      1,
    ),
    pieceHtml(sentence(caution), 1),
    pieceHtml(tablePiece(overview(history)), 1),
    ...sections,
  ].join("\n");
  return htmlPage({ title, body });
}

const caution =
  "Each report was judged by itself. The longer a history is, the more often a gap is beyond its limit by chance: a " +
  "monitor, whose claims hold however often one looks, is the tool for that question.";

/** The latest audit of every series and attribute. */
function overview({ series }: History): Table {
  return {
    caption: "Now",
    columns: [
      nameColumn("series"),
      nameColumn("attribute"),
      wordColumn("verdict"),
      textColumn("since"),
      numberColumn("gap"),
      textColumn("interval"),
      numberColumn("limit"),
      textColumn("between"),
    ],
    rows: series.flatMap(({ name, audits }) =>
      audits
        .at(-1)!
        .audit.attributes.map((attribute) => [
          name,
          attribute.name,
          attribute.gate?.verdict ?? "no-gate",
          sinceWhen(audits, attribute),
          formatGap(attribute.value, attribute.gate?.limit ?? null),
          boundsText(attribute),
          attribute.gate === null ? "" : String(attribute.gate.limit),
          attribute.worst ?? "",
        ]),
    ),
  };
}

/** The first of the latest points in a row at which the verdict was what it is now. */
function sinceWhen(audits: readonly HistoryAudit[], { name, gate }: RecordedAttribute): string {
  let since = audits.at(-1)!.point;
  for (const { point, audit } of [...audits].reverse()) {
    const found = audit.attributes.find((one) => one.name === name);
    if (found === undefined || found.gate?.verdict !== gate?.verdict) break;
    since = point;
  }
  return since;
}

/** Pictures of a series, one by one: the gap of each attribute and, where there are any, its groups. */
function chartsOf({ audits }: HistorySeries, { points }: History): (() => Html)[] {
  if (audits.length < 2) return [];
  const byPoint = new Map(audits.map(({ point, audit }) => [point, audit]));
  const first = points.indexOf(audits[0]!.point);
  const last = points.indexOf(audits.at(-1)!.point);
  return attributeNames(audits).flatMap((name) => {
    const shown = points.slice(first, last + 1).map((point): ChartPoint => {
      return { point, attribute: byPoint.get(point)?.attributes.find((one) => one.name === name) ?? null };
    });
    const metric = shown.findLast(({ attribute }) => attribute !== null)!.attribute!.metric;
    const groups = furthestGroups(shown);
    const note = "Bars or band: the interval of each audit. Broken line: the limit. Colour: the verdict of each audit.";
    return [
      () => figure(`${metricNames[metric]} of ${name}`, { note, chart: historyGapChart(shown) }),
      ...(groups.length < 2
        ? []
        : [
            () =>
              figure(`Groups by ${name}`, {
                note: "How much more often each group is predicted right than all others with the same label.",
                chart: historyGroupChart(shown),
              }),
          ]),
    ];
  });
}

function figure(title: string, { note, chart }: { readonly note: string; readonly chart: Html }): Html {
  const caption = `<b>${text(title)}</b><br><span class="muted">${text(note)}</span>`;
  return `<figure class="history"><figcaption>${caption}</figcaption>${chart}</figure>`;
}

function seriesHtml({ name, audits }: HistorySeries, { charts }: { readonly charts: readonly Html[] | null }): Html {
  const names = attributeNames(audits);
  const rows = [...audits].reverse().map((one) => pointRow(one, names));
  const table = (shown: typeof rows, caption: string): Piece =>
    tablePiece({ caption, columns: columns(names), rows: shown });
  const older = rows.slice(openPoints);
  const pieces: Piece[] = [
    ...(charts === null ? [sentence(`Charts are left out: a page has ${mostCharts} at most.`)] : []),
    table(
      rows.slice(0, openPoints),
      older.length === 0 ? "Points, the latest first" : `The latest ${openPoints} points`,
    ),
    ...(older.length === 0
      ? []
      : [
          {
            kind: "fold" as const,
            summary: countOf(older.length, "earlier point"),
            pieces: [table(older, "Earlier points")],
          },
        ]),
  ];
  const [head, ...rest] = sectionHtml({ title: [{ name }], pieces }, 2).split("\n");
  return [head, ...(charts ?? []), ...rest].join("\n");
}

function attributeNames(audits: readonly HistoryAudit[]): string[] {
  return [...new Set(audits.flatMap(({ audit }) => audit.attributes.map(({ name }) => name)))];
}

function columns(names: readonly string[]): Table["columns"] {
  return [
    nameColumn("point"),
    wordColumn("verdict"),
    ...names.map((name) => numberColumn([`${headings.gap} ${inText(headings.by)} `, { name }])),
    textColumn("changes"),
  ];
}

function pointRow({ point, audit, changes }: HistoryAudit, names: readonly string[]): Table["rows"][number] {
  return [
    point,
    audit.verdict,
    ...names.map((name) => {
      const found = audit.attributes.find((one) => one.name === name);
      if (found === undefined) return "";
      const value = formatGap(found.value, found.gate?.limit ?? null);
      return { value, detail: boundsText(found), counts: `n = ${formatCount(found.used)}` };
    }),
    changes.join("; "),
  ];
}

function boundsText({ lower, upper }: RecordedAttribute): string {
  return lower === null || upper === null ? "" : formatInterval({ lower, upper });
}
