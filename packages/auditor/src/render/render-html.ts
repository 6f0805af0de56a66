import type { AuditReport } from "../report/audit-report.js";
import { attributeSection } from "./attribute-section.js";
import { htmlPage } from "./html-page.js";
import { htmlSection } from "./html-section.js";
import { htmlTable, text, type Html } from "./html-table.js";
import { originFigures } from "./origin-figures.js";
import { reportSections } from "./sections/report-sections.js";
import { otherRuleSentences } from "./sections/decision-section.js";
import { subject, worstFirst } from "./subject.js";
import { ruleFinding, verdictSentence, verdictWords } from "./verdict-text.js";

/**
 * Returns a report as one HTML page: verdict, per attribute the gap with its noise floor, group sizes, charts and
 * tables of rates, what else the report holds (clusters, weights, a condition, scores, other figures), left-out rows;
 * then how each rule decides, the graph, warnings, notes and where everything comes from. The page holds all it needs,
 * runs no script and loads nothing; text from the input is escaped everywhere, in charts too.
 */
export function renderHtml(report: AuditReport): string {
  const title = subject(report);
  const body = [
    `<p class="kicker">Equalized odds audit</p>`,
    `<h1>${text(title)}</h1>`,
    verdictPart(report),
    ...worstFirst(report.attributes).map((attribute) => attributeSection(attribute, report)),
    ...reportSections(report).map((section) => `<section>${htmlSection(section, 2)}</section>`),
    caveats(report),
    `<section><h2>Origin</h2>${originTable(report, "Where this report comes from")}</section>`,
  ].join("\n");
  return htmlPage({ title: `${verdictWords[report.verdict]}: ${title}`, body });
}

function verdictPart(report: AuditReport): Html {
  const rules = report.rules.map(
    (rule) => `<li><span class="tag ${rule.verdict}">${rule.verdict}</span> ${text(ruleFinding(rule))}</li>`,
  );
  const list = rules.length < 2 ? "" : `<ul>${rules.join("")}</ul>`;
  const asides = otherRuleSentences(report).map((one) => `<p class="aside">${text(one)}</p>`);
  return (
    `<div class="verdict ${report.verdict}"><p><strong>${verdictWords[report.verdict]}</strong> ` +
    `${text(verdictSentence(report))}</p>${list}${asides.join("")}</div>`
  );
}

function caveats({ warnings, notes }: AuditReport): Html {
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${text(item)}</li>`).join("")}</ul>`;
  return [
    `<section><h2>What to keep in mind</h2>`,
    ...(warnings.length > 0 ? [`<h3>Warnings</h3>`, list(warnings.map(({ message }) => message))] : []),
    ...(notes.length > 0 ? [`<h3>Notes</h3>`, list(notes)] : []),
    `</section>`,
  ].join("\n");
}

/** Returns what a report is about and was made with, as a table. */
export function originTable(report: AuditReport, caption: Html): Html {
  return htmlTable({
    caption,
    head: [{ html: "What" }, { html: "Value" }, { html: "Details" }],
    rows: originFigures(report).map(({ term, value, note }) => [
      { html: text(term) },
      { html: text(value) },
      { html: note === "" ? "" : text(note) },
    ]),
  });
}
