import type { RegressionReport } from "../../report/regression/regression-report.js";
import { sectionParagraphs } from "../draw-markdown.js";
import { escapeMarkdown, list } from "../markdown-text.js";
import { verdictWords } from "../verdict-text.js";
import { regressionOrigin, regressionSections } from "./regression-sections.js";
import { regressionSubject, regressionVerdict } from "./regression-words.js";

/** Returns a report on a regression as GitHub Markdown, by the rules of `renderMarkdown`. */
export function renderRegressionMarkdown(report: RegressionReport): string {
  const { verdict, warnings, notes } = report;
  return (
    [
      `# Regression audit: ${escapeMarkdown(regressionSubject(report))}`,
      `**${verdictWords[verdict]}.** ${escapeMarkdown(regressionVerdict(report))}`,
      ...regressionSections(report).flatMap((section) => sectionParagraphs(section, 2)),
      "## What to keep in mind",
      ...(warnings.length > 0 ? ["### Warnings", list(warnings.map(({ message }) => message))] : []),
      "### Notes",
      list(notes),
      ...sectionParagraphs(regressionOrigin(report), 2),
    ].join("\n\n") + "\n"
  );
}
