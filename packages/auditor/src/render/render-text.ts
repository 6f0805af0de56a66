import type { AttributeReport, AuditReport } from "../report/audit-report.js";
import { knownByText, meaningText, predictedText } from "../report/reported-output.js";
import type { RunVerdict } from "../verdict/verdict.js";
import { displayText, fitWidth } from "./display-text.js";
import { groupTable } from "./group-table.js";
import {
  formatCount,
  formatGap,
  formatInterval,
  formatLevel,
  formatPValue,
  formatRate,
  plainPValue,
} from "./numbers.js";
import { plainPalette, type Palette } from "./palette.js";
import { rowSentence } from "./row-text.js";
import { otherRuleSentences } from "./sections/decision-section.js";
import { graphSentence } from "./sections/graph-section.js";
import { furtherSentences, trustSentences } from "./sections/report-sections.js";
import { subject, worstFirst } from "./subject.js";
import { ruleFinding, verdictSentence, verdictWords } from "./verdict-text.js";
import { wrapText } from "./text-layout.js";

const mostRules = 5;

/** Size and colours of {@link renderText}. */
export interface TextOptions {
  /** Columns; 100 by default. */
  readonly width?: number | undefined;
  /** Lines; 40 by default. */
  readonly height?: number | undefined;
  /** No colours by default. */
  readonly palette?: Palette | undefined;
}

/** Lines that are shown or left out together. Smaller ranks are shown first. */
interface Block {
  readonly rank: number;
  readonly what: string;
  readonly lines: readonly string[];
  /** A block without which this one makes no sense. */
  readonly after?: Block;
}

/**
 * Returns a report as one screen of text, at most `height` lines of at most `width` columns: the verdict, what every
 * attribute's gap is and between whom, its groups, warnings. What does not fit is left out, least important first, and
 * a last line says what. Ends with a line break.
 */
export function renderText(report: AuditReport, options: TextOptions = {}): string {
  const { width = 100, height = 40, palette = plainPalette } = options;
  const wrap = (text: string, hang: string) => wrapText(displayText(text), { width, hang });
  const origin = [
    ...(report.provider === null ? [] : [`provider ${report.provider}`]),
    `seed ${report.seed}`,
    `${report.tool.name} ${report.tool.version}`,
  ].join(", ");
  const graph = graphSentence(report.graph);
  const blocks: Block[] = [
    { rank: 0, what: "verdict", lines: verdictLines(report, { width, palette }) },
    ...otherRuleSentences(report)
      .slice(0, mostRules)
      .map((text, i) => ({
        rank: (report.rules.length === 1 ? 2.5 : 4.2) + i / 1000,
        what: "rule details",
        lines: wrapText(displayText(text), { width, indent: "  ", hang: "  " }),
      })),
    { rank: 0, what: "subject", lines: ["", palette.strong(fitWidth(displayText(subject(report)), width))] },
    ...worstFirst(report.attributes).flatMap((attribute, i): Block[] => {
      const lines = ["", ...attributeLines(attribute, report, { width, palette })];
      const head: Block = { rank: 1 + i / 1000, what: "attributes", lines };
      const details = (rank: number, texts: readonly string[]) =>
        texts.map((text, j): Block => {
          const own = wrapText(displayText(text), { width, indent: "  ", hang: "  " });
          return { rank: rank + i / 1000 + j / 100_000, what: "details", lines: own, after: head };
        });
      const groups = groupTable(attribute, report, width);
      return [
        head,
        ...details(2.6, trustSentences(attribute, report)),
        ...details(4.1, furtherSentences(attribute)),
        { rank: 4 + i / 1000, what: "tables", lines: groups, after: head },
      ];
    }),
    ...(graph === null ? [] : [{ rank: 4.5, what: "details", lines: ["", ...wrap(graph, "  ")] }]),
    ...report.warnings.map(({ message }, i) => ({
      rank: 3 + i / 1000,
      what: "warnings",
      lines: [...(i === 0 ? [""] : []), ...wrap(`! ${message}`, "  ").map(palette.unsure)],
    })),
    ...report.notes.map((note, i) => ({
      rank: 5 + i / 1000,
      what: "notes",
      lines: [...(i === 0 ? [""] : []), ...wrap(note, "").map(palette.muted)],
    })),
    ...outputLines(report).map((text) => ({
      rank: 2.4,
      what: "output",
      lines: ["", ...wrap(text, "  ").map(palette.muted)],
    })),
    { rank: 2, what: "origin", lines: ["", palette.muted(fitWidth(displayText(origin), width))] },
  ];
  const chosen = choose(blocks, height - 1);
  const lines = blocks.filter((block) => chosen.has(block)).flatMap(({ lines: own }) => own);
  const missing = summarize(blocks.filter((block) => !chosen.has(block)));
  return [...lines, ...(missing === "" ? [] : [palette.muted(fitWidth(missing, width))])].join("\n") + "\n";
}

function verdictLines(report: AuditReport, { width, palette }: { readonly width: number; readonly palette: Palette }) {
  const colour = verdictColour(report.verdict, palette);
  const word = verdictWords[report.verdict];
  const [first = "", ...rest] = wrapText(`${word}  ${displayText(verdictSentence(report))}`, { width, hang: "  " });
  const listed = report.rules.length < 2 ? [] : report.rules;
  const rules = listed.slice(0, mostRules).flatMap((rule) => {
    const text = displayText(`${rule.verdict}: ${ruleFinding(rule)}`);
    return wrapText(text, { width, indent: "  ", hang: "  " }).map(verdictColour(rule.verdict, palette));
  });
  const more = listed.length > mostRules ? [`  and ${listed.length - mostRules} more`] : [];
  return [palette.strong(colour(word)) + first.slice(word.length), ...rest, ...rules, ...more];
}

/** What the model's output was taken for. */
function outputLines({ model }: AuditReport): string[] {
  if (model?.output === undefined) return [];
  const { output } = model;
  return [`output: ${meaningText(output.kind)}, ${knownByText(output)}; ${predictedText(output)}`];
}

function attributeLines(
  attribute: AttributeReport,
  report: AuditReport,
  { width, palette }: { readonly width: number; readonly palette: Palette },
): string[] {
  const { equalizedOdds, permutation, evidence, adjustedPValue } = attribute;
  const { maxGap, alpha } = report.settings;
  const { lower, upper } = evidence;
  const several = report.attributes.length > 1 && adjustedPValue !== null;
  const adjusted = several ? ` (adjusted ${plainPValue(adjustedPValue)})` : "";
  const gap = `equalized odds difference ${formatGap(equalizedOdds.value, maxGap)}`;
  const facts = [
    equalizedOdds.status !== "partial" ? gap : `${gap} (partial)`,
    ...(permutation.floor === null ? [] : [`noise floor ${formatRate(permutation.floor)}`]),
    ...(permutation.pValue === null ? [] : [`p ${formatPValue(permutation.pValue)}${adjusted}`]),
    ...(lower === null || upper === null ? [] : [`${formatLevel(alpha)} interval ${formatInterval({ lower, upper })}`]),
  ];
  const [head = "", ...more] = wrapText(`${displayText(attribute.name, 40)}: ${facts.join(", ")}`, {
    width,
    hang: "  ",
  });
  const indented = (text: string) => wrapText(displayText(text), { width, indent: "  " });
  return [
    palette.strong(head),
    ...more,
    ...indented(equalizedOdds.description),
    ...(report.labelled ? indented(performanceSentence(attribute)) : []),
    ...indented(`${rowSentence(attribute, report.data)}.`),
  ];
}

/** `Accuracy 0.700, F1 macro 0.698, F1 weighted 0.701; demographic parity difference 0.071.` */
function performanceSentence({ performance, demographicParityDifference }: AttributeReport): string {
  const { accuracy, f1 } = performance;
  const scores = `Accuracy ${formatRate(accuracy)}, F1 macro ${formatRate(f1.macro)}, F1 weighted ${formatRate(f1.weighted)}`;
  return `${scores}; demographic parity difference ${formatRate(demographicParityDifference.value)}.`;
}

function verdictColour(verdict: RunVerdict, palette: Palette): (text: string) => string {
  switch (verdict) {
    case "pass":
      return palette.good;
    case "violated":
      return palette.bad;
    case "inconclusive":
    case "no-gate":
      return palette.unsure;
  }
}

function choose(blocks: readonly Block[], height: number): ReadonlySet<Block> {
  const chosen = new Set<Block>();
  let left = height;
  for (const block of [...blocks].sort((a, b) => a.rank - b.rank)) {
    if (block.lines.length > left || (block.after !== undefined && !chosen.has(block.after))) continue;
    left -= block.lines.length;
    chosen.add(block);
  }
  return chosen;
}

/** Says what was left out: `Not shown here: 2 tables, 1 warning.` */
function summarize(missing: readonly Block[]): string {
  const counts = new Map<string, number>();
  for (const { what } of missing) counts.set(what, (counts.get(what) ?? 0) + 1);
  const texts = [...counts].map(
    ([what, count]) => `${formatCount(count)} ${count === 1 ? what.replace(/s$/, "") : what}`,
  );
  return texts.length === 0 ? "" : `Not shown here: ${texts.join(", ")}.`;
}
