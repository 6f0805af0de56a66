import type { GateRun } from "../../gates/gate-run.js";
import { displayText } from "../display-text.js";
import { htmlPage } from "../html-page.js";
import { name, text, type Html } from "../html-table.js";
import { sectionHtml } from "../render-html.js";
import { gateSections } from "./gate-sections.js";
import { gateRunSentence, gateRunWords } from "./gate-words.js";
import { gateRunTitle } from "./render-gates-markdown.js";

/**
 * Returns a run as one HTML page: the verdict, a table of all gates that can be sorted and filtered, and links to the
 * full reports of the audits where they stand beside the page. The page loads nothing, and text from the input is
 * escaped.
 */
export function renderGatesHtml(run: GateRun): Html {
  const word = gateRunWords[run.verdict];
  // The page has a tone for each verdict of an audit; what could not run is as bad as a violation.
  const tone = run.verdict === "error" ? "violated" : run.verdict;
  const links = run.audits.flatMap(({ name: audit, subject, report }) =>
    report === null
      ? []
      : [
          `<li><a href="${text(encodeURI(displayText(report)))}">${name(audit)}</a>${subject === null ? "" : `: ${text(subject)}`}</li>`,
        ],
  );
  const reports =
    links.length === 0 ? [] : [`<section>\n<h2>Full reports</h2>\n<ul>${links.join("\n")}</ul>\n</section>`];
  const body = [
    `<p class="kicker">${text(gateRunTitle)}</p>`,
    `<h1>${text(run.file)}</h1>`,
    `<div class="verdict ${tone}"><p><strong>${word}</strong> ${text(gateRunSentence(run))}</p></div>`,
    ...gateSections(run).map((section) => `<section>\n${sectionHtml(section, 2)}\n</section>`),
    ...reports,
  ].join("\n");
  return htmlPage({ title: `${word}: ${run.file}`, body });
}
