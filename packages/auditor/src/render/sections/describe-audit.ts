import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { knownByText, meaningText, predictedText } from "../../report/reported-output.js";
import { formatGap, formatInterval, formatLevel, formatPValue, formatRate, plainPValue } from "../numbers.js";
import { originFigures } from "../origin-figures.js";
import { rowSentence } from "../row-text.js";
import { subject, worstFirst } from "../subject.js";
import { ruleFindings, verdictSentence } from "../verdict-text.js";
import { attributeSection } from "./attribute-section.js";
import { caveatSection, originCaption } from "./caveat-section.js";
import { clusterSentence } from "./cluster-section.js";
import { conditionSentence } from "./condition-section.js";
import { decisionSection, otherRuleSentences } from "./decision-section.js";
import type { AttributeSummary, Description, Summary } from "./description.js";
import { graphSection, graphSentence } from "./graph-section.js";
import { headings, inText, intervalHeading } from "./headings.js";
import { mainRateTable } from "./main-rate-table.js";
import { scoreSentence } from "./score-section.js";
import { figureTable, tablePiece, type Phrase, type Piece } from "./section.js";
import { weightSentence } from "./weight-section.js";

/** Returns what a report on a classifier says, attributes with the largest gap first. */
export function describeAudit(report: AuditReport): Description {
  const attributes = worstFirst(report.attributes);
  return {
    kind: "Equalized odds audit",
    subject: subject(report),
    verdict: report.verdict,
    sentence: verdictSentence(report),
    rules: ruleFindings(report),
    asides: otherRuleSentences(report),
    sections: [
      ...attributes.map((attribute) => attributeSection(attribute, report)),
      ...[decisionSection(report), graphSection(report.graph)].filter((section) => section !== null),
      caveatSection(report),
      { title: "Origin", pieces: [originPiece(report, originCaption)] },
    ],
    summary: summaryOf(report, attributes),
  };
}

/** Returns what a report is about and was made with, as a table. */
export function originPiece(report: AuditReport, caption: Phrase): Piece {
  return tablePiece(figureTable(caption, "what", originFigures(report)));
}

function summaryOf(report: AuditReport, attributes: readonly AttributeReport[]): Summary {
  const { graph, model, provider, seed, tool, warnings, notes } = report;
  const output = model?.output;
  return {
    attributes: attributes.map((attribute) => attributeSummary(attribute, report)),
    sentences: [graphSentence(graph)].filter((text) => text !== null),
    warnings: warnings.map(({ message }) => message),
    notes,
    output:
      output === undefined
        ? null
        : `output: ${meaningText(output.kind)}, ${knownByText(output)}; ${predictedText(output)}`,
    origin: [
      ...(provider === null ? [] : [`provider ${provider}`]),
      `seed ${seed}`,
      `${tool.name} ${tool.version}`,
    ].join(", "),
  };
}

function attributeSummary(attribute: AttributeReport, report: AuditReport): AttributeSummary {
  const { name, equalizedOdds, permutation, evidence, adjustedPValue } = attribute;
  const { maxGap, alpha } = report.settings;
  const { lower, upper } = evidence;
  const several = report.attributes.length > 1 && adjustedPValue !== null;
  const adjusted = several ? ` (adjusted ${plainPValue(adjustedPValue)})` : "";
  const partial = equalizedOdds.status === "partial" ? " (partial)" : "";
  return {
    name,
    facts: [
      `${inText(headings.equalizedOdds)} ${formatGap(equalizedOdds.value, maxGap)}${partial}`,
      ...(permutation.floor === null ? [] : [`${inText(headings.noiseFloor)} ${formatRate(permutation.floor)}`]),
      ...(permutation.pValue === null ? [] : [`p ${formatPValue(permutation.pValue)}${adjusted}`]),
      ...(lower === null || upper === null
        ? []
        : [`${intervalHeading(formatLevel(alpha))} ${formatInterval({ lower, upper })}`]),
    ],
    sentences: [
      equalizedOdds.description,
      ...(report.labelled ? [performanceSentence(attribute)] : []),
      `${rowSentence(attribute, report.data)}.`,
    ],
    trust: [clusterSentence(attribute, report), weightSentence(attribute)].filter((text) => text !== null),
    further: [conditionSentence(attribute), scoreSentence(attribute)].filter((text) => text !== null),
    table: mainRateTable(attribute, report),
  };
}

/** `Accuracy 0.700, F1 macro 0.698, F1 weighted 0.701; demographic parity difference 0.071.` */
function performanceSentence({ performance, demographicParityDifference }: AttributeReport): string {
  const { accuracy, f1 } = performance;
  const plain = (heading: string) => heading.replace(",", "");
  const scores =
    `${headings.accuracy} ${formatRate(accuracy)}, ${plain(headings.f1Macro)} ${formatRate(f1.macro)}, ` +
    `${plain(headings.f1Weighted)} ${formatRate(f1.weighted)}`;
  return `${scores}; ${inText(headings.demographicParity)} ${formatRate(demographicParityDifference.value)}.`;
}
