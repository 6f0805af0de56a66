import { markdownTable } from "markdown-table";
import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { displayText } from "./display-text.js";
import { formatCount, formatInterval, formatRate } from "./numbers.js";
import { gapFigures, otherFigures, performanceFigures, type Figure } from "./figures.js";
import { originFigures } from "./origin-figures.js";
import { exclusions, rowSentence } from "./row-text.js";
import { subject, worstFirst } from "./subject.js";
import { metricNames, verdictSentence, verdictWords } from "./verdict-text.js";

/** Characters of a name in a table that are shown. */
const longestName = 120;

/**
 * Returns a report as GitHub Markdown: the verdict, per attribute the gap as a sentence, its figures, group sizes, the
 * rates of every label with counts and intervals, left-out rows; then warnings, notes and where everything comes from.
 * Text from the input is escaped, so that it can start no markup, link, mention or formula.
 */
export function renderMarkdown(report: AuditReport): string {
  return (
    [
      `# Equalized odds audit: ${escapeMarkdown(subject(report))}`,
      `**${verdictWords[report.verdict]}.** ${escapeMarkdown(verdictSentence(report))}`,
      ...(report.rules.length > 0 ? [ruleTable(report)] : []),
      ...worstFirst(report.attributes).flatMap((attribute) => attributeParts(attribute, report)),
      ...(report.warnings.length > 0 ? ["## Warnings", list(report.warnings.map(({ message }) => message))] : []),
      "## Notes",
      list(report.notes),
      "## Origin",
      figureTable(["What", "Value", "Details"], originFigures(report)),
    ].join("\n\n") + "\n"
  );
}

function attributeParts(attribute: AttributeReport, report: AuditReport): string[] {
  const { name, levels, rows, equalizedOdds, cells, selectionRates, performance } = attribute;
  const total = levels.reduce((sum, { n }) => sum + n, 0);
  const left = exclusions(rows);
  return [
    `## By ${escapeMarkdown(name)}`,
    `**Gap.** ${escapeMarkdown(equalizedOdds.description)}`,
    figureTable(["Figure", "Value", "Meaning"], gapFigures(attribute, report)),
    "### Groups",
    table(
      ["Group", "n", "Share", "Accuracy"],
      levels.map(({ level, n }, i) => [
        displayText(level, longestName),
        formatCount(n),
        total === 0 ? "undefined" : formatRate(n / total),
        formatRate(performance.byGroup[i]?.accuracy ?? null),
      ]),
    ),
    ...(cells.length > 0
      ? [
          "### Performance",
          figureTable(["Figure", "Value", "Meaning"], performanceFigures(attribute)),
          "### Rates by true label",
          `Each rate is P(prediction | label, group) with its interval and k/n.`,
          ...report.classes.flatMap((label) => [
            `True label **${escapeMarkdown(label)}**`,
            rateTable(
              cells.filter((cell) => cell.label === label),
              report.classes,
            ),
          ]),
        ]
      : ["### Predictions by group", rateTable(selectionRates, report.classes)]),
    "### Other figures",
    figureTable(["Figure", "Value", "Details"], otherFigures(attribute)),
    "### Rows",
    `${escapeMarkdown(rowSentence(rows))}.`,
    ...(left.length > 0
      ? [
          table(
            ["Left out", "Rows"],
            left.map(({ why, rows: n }) => [why, formatCount(n)]),
          ),
        ]
      : []),
  ];
}

function ruleTable({ rules }: AuditReport): string {
  return table(
    ["Verdict", "Metric", "Attribute", "Limit", "Rule", "Why"],
    rules.map(({ verdict, metric, attribute, limit, rule, reason }) => [
      verdict,
      metricNames[metric],
      attribute,
      String(limit),
      rule,
      reason,
    ]),
  );
}

interface RatedGroup {
  readonly group: string;
  readonly n: number;
  readonly status?: string;
  readonly predictions: AttributeReport["cells"][number]["predictions"];
}

function rateTable(groups: readonly RatedGroup[], classes: readonly string[]): string {
  return table(
    ["Group", "n", ...classes.map((name) => `predicted ${displayText(name, longestName)}`)],
    groups.map(({ group, n, status, predictions }) => [
      displayText(group, longestName),
      status === "small" ? `${formatCount(n)} (small)` : formatCount(n),
      ...predictions.map(({ k, rate, lower, upper }) =>
        rate === null || lower === null || upper === null
          ? "undefined (n = 0)"
          : `${formatRate(rate)} (${formatInterval({ lower, upper })}), ${formatCount(k)}/${formatCount(n)}`,
      ),
    ]),
  );
}

function figureTable(head: readonly [string, string, string], figures: readonly Figure[]): string {
  return table(
    head,
    figures.map(({ term, value, note }) => [term, value, note]),
  );
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return markdownTable(
    [head, ...rows].map((row) => row.map(escapeMarkdown)),
    { alignDelimiters: false },
  );
}

function list(items: readonly string[]): string {
  return items.map((item) => `- ${escapeMarkdown(item)}`).join("\n");
}

/**
 * Escapes text for any place inside a line of GitHub Markdown. Backslashes do for marks; addresses and mentions are linked
 * without any mark, so they get an entity in their middle. A blank line or mark at the start of a line cannot come from
 * here, because `displayText` leaves one line and every use stands behind other text.
 */
export function escapeMarkdown(text: string): string {
  return displayText(text)
    .replace(/[\\`*_{}[\]#|~$]/g, "\\$&")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/@/g, "&#64;")
    .replace(/:\/\//g, "&#58;//")
    .replace(/www\./gi, (match) => `${match.slice(0, 3)}&#46;`);
}
