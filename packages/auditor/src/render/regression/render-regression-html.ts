import type { RegressionReport } from "../../report/regression/regression-report.js";
import { htmlPage } from "../html-page.js";
import { sectionHtml } from "../draw-html.js";
import { text } from "../html-table.js";
import type { Section } from "../sections/section.js";
import { verdictWords } from "../verdict-text.js";
import { regressionOrigin, regressionSections } from "./regression-sections.js";
import { regressionSubject, regressionVerdict } from "./regression-words.js";

/** Returns a report on a regression as one HTML page, by the rules of `renderHtml`. */
export function renderRegressionHtml(report: RegressionReport): string {
  const title = regressionSubject(report);
  const { verdict, warnings, notes } = report;
  const part = (section: Section) => `<section>\n${sectionHtml(section, 2)}\n</section>`;
  const list = (items: readonly string[]) => `<ul>${items.map((item) => `<li>${text(item)}</li>`).join("")}</ul>`;
  const body = [
    `<p class="kicker">Regression audit</p>`,
    `<h1>${text(title)}</h1>`,
    `<div class="verdict ${verdict}"><p><strong>${verdictWords[verdict]}</strong> ${text(regressionVerdict(report))}</p></div>`,
    ...regressionSections(report).map(part),
    `<section><h2>What to keep in mind</h2>`,
    ...(warnings.length > 0 ? [`<h3>Warnings</h3>`, list(warnings.map(({ message }) => message))] : []),
    `<h3>Notes</h3>`,
    list(notes),
    `</section>`,
    part(regressionOrigin(report)),
  ].join("\n");
  return htmlPage({ title: `${verdictWords[verdict]}: ${title}`, body });
}
