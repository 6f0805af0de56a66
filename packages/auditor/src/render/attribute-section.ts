import type { AttributeReport, AuditReport, CellReport, PredictionRate } from "../report/audit-report.js";
import { gapChart, rateChart } from "./charts.js";
import { htmlPiece, htmlSection, sectionTable } from "./html-section.js";
import { htmlTable, name, numberCell, text, undefinedCell, type Html, type HtmlCell } from "./html-table.js";
import { formatCount, formatInterval, formatLevel, formatRate } from "./numbers.js";
import { gapFigures, otherFigures, performanceFigures, type Figure } from "./figures.js";
import { mainRates, type RateColumn } from "./main-rates.js";
import { exclusions, rowSentence } from "./row-text.js";
import { markSmall } from "./small-cells.js";
import { sizeWord, undefinedRate } from "./size-words.js";
import { ratesMeaning } from "./sections/rate-section.js";
import { attributeSections } from "./sections/report-sections.js";
import { classRatesMeaning, classRateTables } from "./sections/class-rate-tables.js";
import { longTable, sentence } from "./sections/section.js";

/** Returns everything about one sensitive attribute, from the gap in a sentence to the account of its rows. */
export function attributeSection(attribute: AttributeReport, report: AuditReport): Html {
  const labelled = attribute.cells.length > 0;
  return [
    `<section>`,
    `<h2>By ${name(attribute.name)}</h2>`,
    `<p class="lead">${text(attribute.equalizedOdds.description)}</p>`,
    figureList(gapFigures(attribute, report)),
    labelled ? gapPart(attribute, report) : "",
    groupPart(attribute),
    labelled ? `<h3>Performance</h3>${figureList(performanceFigures(attribute))}` : "",
    labelled ? ratePart(attribute, report) : selectionPart(attribute, report),
    ...attributeSections(attribute, report).map((section) => htmlSection(section, 3)),
    otherPart(attribute, report),
    rowPart(attribute, report),
    `</section>`,
  ]
    .filter((part) => part !== "")
    .join("\n");
}

function gapPart(attribute: AttributeReport, report: AuditReport): Html {
  const level = formatLevel(report.settings.alpha);
  return (
    `<figure class="wide"><figcaption><b>The gap beside what chance alone would show</b><br><span class="muted">Bar: ` +
    `${level} interval of the measured gap. Noise floor: the gap to expect from a model that treats all groups alike, ` +
    `with these counts.</span></figcaption>${gapChart(attribute, report)}</figure>`
  );
}

/** Returns figures as a list of tiles. */
export function figureList(figures: readonly Figure[]): Html {
  const tiles = figures.map(
    ({ term, value, note }) =>
      `<div><dt>${text(term)}</dt><dd class="value">${text(value)}</dd>${note === "" ? "" : `<dd class="note">${text(note)}</dd>`}</div>`,
  );
  return `<dl class="figures">${tiles.join("")}</dl>`;
}

function groupPart(attribute: AttributeReport): Html {
  const { levels, performance } = attribute;
  const total = levels.reduce((sum, { n }) => sum + n, 0);
  return (
    `<h3>Groups</h3>\n` +
    htmlTable({
      caption: "Size and accuracy of every group",
      head: [{ html: "Group" }, numberCell(sizeWord(attribute)), numberCell("Share"), numberCell("Accuracy")],
      rows: levels.map(({ level, n }, i) => {
        const accuracy = performance.byGroup[i]?.accuracy ?? null;
        return [
          { html: name(level) },
          numberCell(formatCount(n)),
          total === 0 ? undefinedCell("undefined") : numberCell(formatRate(n / total)),
          accuracy === null ? undefinedCell("undefined") : numberCell(formatRate(accuracy)),
        ];
      }),
    })
  );
}

function ratePart(attribute: AttributeReport, report: AuditReport): Html {
  const { cells } = attribute;
  const { classes } = report;
  const tables = classes.map((label) =>
    rateTable(
      `True label ${name(label)}`,
      cells.filter((cell) => cell.label === label),
      { classes, label, attribute },
    ),
  );
  const isLong = cells.length > longTable;
  return [
    `<h3>Rates by true label</h3>`,
    `<p>${text(ratesMeaning(attribute, report))}</p>`,
    `<div class="charts">${mainRates(attribute, classes)
      .map((column) => chartFigure(column, attribute))
      .join("\n")}</div>`,
    ...(isLong ? [`<details><summary>All rates with counts</summary>`] : []),
    ...tables,
    ...(isLong ? [`</details>`] : []),
  ].join("\n");
}

function chartFigure(column: RateColumn, attribute: AttributeReport): Html {
  const isWorst = column.groups.some(({ extreme }) => extreme !== null);
  const key = isWorst
    ? `<span class="muted">largest gap: <span class="key highest"></span>highest<span class="key lowest"></span>lowest</span>`
    : "";
  return (
    `<figure${isWorst ? ' class="worst"' : ""}><figcaption>True label <b>${name(column.label)}</b>, ` +
    `predicted <b>${name(column.prediction)}</b><br>${key}</figcaption>${rateChart(column, attribute)}</figure>`
  );
}

function selectionPart(attribute: AttributeReport, { classes }: AuditReport): Html {
  return (
    `<h3>Predictions by group</h3>\n` +
    rateTable("How often each group gets each prediction", attribute.selectionRates, {
      classes,
      label: null,
      attribute,
    })
  );
}

interface RatedGroup {
  readonly group: string;
  readonly n: number;
  readonly status?: CellReport["status"];
  readonly predictions: readonly PredictionRate[];
}

function rateTable(
  caption: Html,
  groups: readonly RatedGroup[],
  of: { readonly classes: readonly string[]; readonly label: string | null; readonly attribute: AttributeReport },
): Html {
  const { classes, label, attribute } = of;
  return htmlTable({
    caption,
    head: [
      { html: "Group" },
      numberCell(sizeWord(attribute)),
      ...classes.map((one) => ({ html: `predicted ${name(one)}` })),
    ],
    rows: groups.map(({ group, n, status, predictions }) => [
      { html: name(group) },
      numberCell(markSmall(formatCount(n), status === "small")),
      ...predictions.map((one) => rateCell(one, { n, isRight: one.prediction === label, attribute })),
    ]),
  });
}

function rateCell(
  { k, rate, lower, upper }: PredictionRate,
  cell: { readonly n: number; readonly isRight: boolean; readonly attribute: AttributeReport },
): HtmlCell {
  if (rate === null) return undefinedCell(undefinedRate(cell.attribute));
  const interval = lower === null || upper === null ? "no interval" : formatInterval({ lower, upper });
  const details = `${interval} · ${formatCount(k)}/${formatCount(cell.n)}`;
  return {
    html: `<span class="main">${formatRate(rate)}</span><small>${details}</small>`,
    kind: cell.isRight ? "rate right" : "rate",
  };
}

function otherPart(attribute: AttributeReport, report: AuditReport): Html {
  const table = htmlTable({
    caption: "Other disparities",
    head: [{ html: "Figure" }, numberCell("Value"), { html: "Details" }],
    rows: otherFigures(attribute, report).map(({ term, value, note }) => [
      { html: text(term) },
      value === "undefined" ? undefinedCell(value) : numberCell(text(value)),
      { html: note === "" ? "" : text(note) },
    ]),
  });
  const rates = classRateTables(attribute, report).map(sectionTable);
  const meaning = rates.length === 0 ? "" : htmlPiece(sentence(classRatesMeaning(attribute, report)));
  return [`<details><summary>Other figures</summary>`, table, meaning, ...rates, `</details>`].join("\n");
}

function rowPart(attribute: AttributeReport, report: AuditReport): Html {
  const left = exclusions(attribute.rows);
  const account = `<h3>Rows</h3><p>${text(rowSentence(attribute, report.data))}.</p>`;
  if (left.length === 0) return account;
  const table = htmlTable({
    caption: "Left out",
    head: [{ html: "Why" }, numberCell("Rows")],
    rows: left.map(({ why, rows: count }) => [{ html: text(why) }, numberCell(formatCount(count))]),
  });
  return account + table;
}
