import type { ComparisonReport } from "../report/comparison-report.js";
import { escapeMarkdown, type Markdown } from "./markdown-text.js";
import { sectionParagraphs } from "./render-markdown.js";
import { describeComparison } from "./sections/describe-comparison.js";

/**
 * Returns a comparison as GitHub Markdown: what has changed in each attribute, then its tables, warnings, notes and
 * where everything comes from. Text from the input is escaped.
 */
export function renderComparisonMarkdown(report: ComparisonReport): Markdown {
  const { subject, word, attributes, sections } = describeComparison(report);
  const parts = [
    `# Comparison: ${escapeMarkdown(subject)}`,
    `**${word}.**`,
    ...attributes.map(({ name, sentences }) => `**${escapeMarkdown(name)}**: ${escapeMarkdown(sentences.join(" "))}`),
    ...sections.flatMap((section) => sectionParagraphs(section, 2)),
  ];
  return `${parts.join("\n\n")}\n`;
}
