import { attributeSection } from "./attribute-section.js";
import { compareReports, type NamedReport } from "./comparison.js";
import { htmlPage } from "./html-page.js";
import { htmlTable, name, text, type Html } from "./html-table.js";
import { originTable } from "./render-html.js";
import { verdictSentence, verdictWords } from "./verdict-text.js";

/**
 * Returns several audits of one attribute as one page: a table that sets them side by side, then for each model its
 * verdict and everything about the attribute, then where each report comes from. `introduction` says what is compared.
 */
export function renderComparisonHtml(
  reports: readonly NamedReport[],
  {
    attribute,
    title,
    introduction,
  }: { readonly attribute: string; readonly title: string; readonly introduction: string },
): string {
  const rows = compareReports(reports, attribute);
  const table = htmlTable({
    caption: `Side by side, by ${name(attribute)}`,
    head: [{ html: "Figure" }, ...reports.map((one) => ({ html: name(one.name), kind: "number" as const }))],
    rows: rows.map(({ term, values }) => [
      { html: text(term) },
      ...values.map((value) => ({ html: text(value), kind: value === "undefined" ? "undefined" : "number" }) as const),
    ]),
  });
  const notes = [...new Set(reports.flatMap(({ report }) => report.notes))];
  const body = [
    `<p class="kicker">Equalized odds audit</p>`,
    `<h1>${text(title)}</h1>`,
    `<p class="lead">${text(introduction)}</p>`,
    table,
    ...reports.map((one) => modelPart(one, attribute)),
    `<section><h2>What to keep in mind</h2><ul>${notes.map((note) => `<li>${text(note)}</li>`).join("")}</ul></section>`,
    `<section><h2>Origin</h2>`,
    ...reports.map((one) => originTable(one.report, `Where the report on ${name(one.name)} comes from`)),
    `</section>`,
  ].join("\n");
  return htmlPage({ title, body });
}

function modelPart({ name: model, report }: NamedReport, attribute: string): Html {
  const found = report.attributes.find((one) => one.name === attribute)!;
  const warnings = report.warnings.map(({ message }) => `<li>${text(message)}</li>`);
  return [
    `<h2>${name(model)}</h2>`,
    `<div class="verdict ${report.verdict}"><p><strong>${verdictWords[report.verdict]}</strong> ${text(verdictSentence(report))}</p></div>`,
    warnings.length === 0 ? "" : `<ul>${warnings.join("")}</ul>`,
    attributeSection(found, report),
  ].join("\n");
}
