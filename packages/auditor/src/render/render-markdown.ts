import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { displayText } from "./display-text.js";
import { formatCount, formatInterval, formatRate } from "./numbers.js";
import { gapFigures, otherFigures, performanceFigures } from "./figures.js";
import { captionedTable, longestName, markdownSection } from "./markdown-section.js";
import { escapeMarkdown, figureTable, list, table } from "./markdown-text.js";
import { originFigures } from "./origin-figures.js";
import { exclusions, rowSentence } from "./row-text.js";
import { otherRuleSentences } from "./sections/decision-section.js";
import { ratesMeaning } from "./sections/rate-section.js";
import { longTable } from "./sections/section.js";
import { attributeSections, reportSections } from "./sections/report-sections.js";
import { classRatesMeaning, classRateTables } from "./sections/class-rate-tables.js";
import { sizeWord, undefinedRate } from "./size-words.js";
import { markSmall } from "./small-cells.js";
import { subject, worstFirst } from "./subject.js";
import { ruleFinding, verdictSentence, verdictWords } from "./verdict-text.js";

/**
 * Returns a report as GitHub Markdown: the verdict, per attribute the gap as a sentence, its figures, group sizes, the
 * rates of every label with counts and intervals, what else the report holds, left-out rows; then how each
 * rule decides, the graph, warnings, notes and where everything comes from.
 * Text from the input is escaped, so that it can start no markup, link, mention or formula.
 */
export function renderMarkdown(report: AuditReport): string {
  return (
    [
      `# Equalized odds audit: ${escapeMarkdown(subject(report))}`,
      `**${verdictWords[report.verdict]}.** ${escapeMarkdown(verdictSentence(report))}`,
      ...(report.rules.length > 1 ? [list(report.rules.map((rule) => `${rule.verdict}: ${ruleFinding(rule)}`))] : []),
      ...otherRuleSentences(report).map(escapeMarkdown),
      ...worstFirst(report.attributes).flatMap((attribute) => attributeParts(attribute, report)),
      ...reportSections(report).flatMap((section) => markdownSection(section, 2)),
      "## What to keep in mind",
      ...(report.warnings.length > 0 ? ["### Warnings", list(report.warnings.map(({ message }) => message))] : []),
      ...(report.notes.length > 0 ? ["### Notes", list(report.notes)] : []),
      "## Origin",
      "**Where this report comes from**",
      figureTable(["What", "Value", "Details"], originFigures(report)),
    ].join("\n\n") + "\n"
  );
}

function attributeParts(attribute: AttributeReport, report: AuditReport): string[] {
  const { name, levels, rows, equalizedOdds, cells, selectionRates, performance } = attribute;
  const total = levels.reduce((sum, { n }) => sum + n, 0);
  const left = exclusions(rows);
  const rates = classRateTables(attribute, report);
  return [
    `## By ${escapeMarkdown(displayText(name, longestName))}`,
    escapeMarkdown(equalizedOdds.description),
    figureTable(["Figure", "Value", "Meaning"], gapFigures(attribute, report)),
    "### Groups",
    "**Size and accuracy of every group**",
    table(
      ["Group", sizeWord(attribute), "Share", "Accuracy"],
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
          escapeMarkdown(ratesMeaning(attribute, report)),
          ...(cells.length > longTable ? ["#### All rates with counts"] : []),
          ...report.classes.flatMap((label) => [
            `**True label ${escapeMarkdown(displayText(label, longestName))}**`,
            rateTable(
              cells.filter((cell) => cell.label === label),
              { classes: report.classes, attribute },
            ),
          ]),
        ]
      : [
          "### Predictions by group",
          "**How often each group gets each prediction**",
          rateTable(selectionRates, { classes: report.classes, attribute }),
        ]),
    ...attributeSections(attribute, report).flatMap((section) => markdownSection(section, 3)),
    "### Other figures",
    "**Other disparities**",
    figureTable(["Figure", "Value", "Details"], otherFigures(attribute, report)),
    ...(rates.length === 0
      ? []
      : [escapeMarkdown(classRatesMeaning(attribute, report)), ...rates.flatMap(captionedTable)]),
    "### Rows",
    `${escapeMarkdown(rowSentence(attribute, report.data))}.`,
    ...(left.length > 0
      ? [
          "**Left out**",
          table(
            ["Why", "Rows"],
            left.map(({ why, rows: n }) => [why, formatCount(n)]),
          ),
        ]
      : []),
  ];
}

interface RatedGroup {
  readonly group: string;
  readonly n: number;
  readonly status?: string;
  readonly predictions: AttributeReport["cells"][number]["predictions"];
}

function rateTable(
  groups: readonly RatedGroup[],
  { classes, attribute }: { readonly classes: readonly string[]; readonly attribute: AttributeReport },
): string {
  return table(
    ["Group", sizeWord(attribute), ...classes.map((name) => `predicted ${displayText(name, longestName)}`)],
    groups.map(({ group, n, status, predictions }) => [
      displayText(group, longestName),
      markSmall(formatCount(n), status === "small"),
      ...predictions.map(({ k, rate, lower, upper }) =>
        rate === null
          ? undefinedRate(attribute)
          : `${formatRate(rate)} (${lower === null || upper === null ? "no interval" : formatInterval({ lower, upper })}), ` +
            `${formatCount(k)}/${formatCount(n)}`,
      ),
    ]),
  );
}
