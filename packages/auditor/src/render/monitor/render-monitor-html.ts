import type { MonitorReport } from "../../report/monitor-report.js";
import { htmlPage } from "../html-page.js";
import { htmlTable, name, text, type Html, type HtmlCell } from "../html-table.js";
import { formatCount, formatGap, formatRate } from "../numbers.js";
import { verdictWords } from "../verdict-text.js";
import { evidenceChart, gapOverTimeChart } from "./monitor-charts.js";
import { attributeSentences, batchSentence, formatEValue, monitorVerdictSentence } from "./monitor-sentences.js";

/** Returns what a monitor knows as a page: the verdict, and for every attribute its gap and evidence over time. */
export function renderMonitorHtml(report: MonitorReport): string {
  const { verdict, attributes, batches } = report;
  const sections = attributes.flatMap((attribute): Html[] => {
    const labels = attribute.batches.map((batch) => batches[batch]!.name);
    if (labels.length === 0) return [];
    return [
      `<h2>${name(attribute.name)}</h2>`,
      ...attributeSentences(attribute, report).map((sentence) => `<p>${text(sentence)}</p>`),
      `<div class="charts">`,
      `<figure><figcaption>Largest gap after every batch, and its confidence sequence</figcaption>${gapOverTimeChart(attribute, labels)}</figure>`,
      `<figure><figcaption>Evidence of a gap above the limit</figcaption>${evidenceChart(attribute, labels)}</figure>`,
      `</div>`,
      `<details><summary>Every batch</summary>`,
      lookTable(attribute, labels),
      `</details>`,
    ];
  });
  const body = [
    `<p class="kicker">evenodds monitor</p>`,
    `<h1>Gaps between groups over time</h1>`,
    `<div class="verdict ${verdict}"><p><strong>${verdictWords[verdict]}</strong> ${text(monitorVerdictSentence(report))}</p></div>`,
    ...sections,
    `<h2>Batches</h2>`,
    `<ul>${batches.map((batch) => `<li>${text(batchSentence(batch))}</li>`).join("\n")}</ul>`,
    `<p class="muted">The last entry of the log is ${text(report.head)}. evenodds ${text(report.evenodds)}.</p>`,
  ];
  return htmlPage({ title: `${verdictWords[verdict]}: gaps between groups over time`, body: body.join("\n") });
}

function lookTable(
  { name: attribute, monitoring }: MonitorReport["attributes"][number],
  labels: readonly string[],
): Html {
  const number = (value: string): HtmlCell => ({ html: text(value), kind: "number" });
  const heads = ["rows", "gap", "lower end", "upper end", "e-value", "decided within", "verdict"];
  return htmlTable({
    caption: `After every batch: ${name(attribute)}`,
    head: [{ html: "batch" }, ...heads.map((head): HtmlCell => ({ html: text(head), kind: "number" }))],
    rows: monitoring.looks.map(({ rows, gap, interval, eValue, cells, cellsWithin, verdict }, at) => [
      { html: name(labels[at]!) },
      number(formatCount(rows)),
      number(formatGap(gap, monitoring.limit)),
      number(formatRate(interval.lower)),
      number(formatRate(interval.upper)),
      number(formatEValue(eValue)),
      number(`${formatCount(cellsWithin)} of ${formatCount(cells)}`),
      number(verdict),
    ]),
  });
}
