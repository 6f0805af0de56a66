import type { ComparisonReport } from "../report/comparison-report.js";
import { htmlPage } from "./html-page.js";
import { name, text, type Html } from "./html-table.js";
import { sectionHtml } from "./render-html.js";
import { describeComparison } from "./sections/describe-comparison.js";

/** Classes of the page's style for what is found. */
const tones = { larger: "violated", smaller: "pass", unclear: "inconclusive", undefined: "inconclusive" } as const;

/** Returns a comparison as one HTML page, of the same kind as a report: it loads nothing, and all text is escaped. */
export function renderComparisonHtml(report: ComparisonReport): Html {
  const { subject, word, finding, hasWorse, attributes, sections } = describeComparison(report);
  const told = attributes.map(
    (attribute) => `<p><b>${name(attribute.name)}</b>: ${text(attribute.sentences.join(" "))}</p>`,
  );
  const body = [
    `<p class="kicker">Comparison of two classifiers</p>`,
    `<h1>${text(subject)}</h1>`,
    `<div class="verdict ${hasWorse ? tones.larger : tones[finding]}"><p><strong>${word}</strong></p>${told.join("")}</div>`,
    ...sections.map((section) => `<section>\n${sectionHtml(section, 2)}\n</section>`),
  ].join("\n");
  return htmlPage({ title: `${word}: ${subject}`, body });
}
