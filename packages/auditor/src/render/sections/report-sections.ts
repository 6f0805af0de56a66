import type { AttributeReport, AuditReport } from "../../report/audit-report.js";
import { clusterSection, clusterSentence } from "./cluster-section.js";
import { conditionSection, conditionSentence } from "./condition-section.js";
import { decisionSection } from "./decision-section.js";
import { graphSection } from "./graph-section.js";
import { scoreSection, scoreSentence } from "./score-section.js";
import type { Section } from "./section.js";
import { weightSection, weightSentence } from "./weight-section.js";

/** Returns the sections about the whole report that it has data for, in their order. */
export function reportSections(report: AuditReport): Section[] {
  return [decisionSection(report), graphSection(report.graph)].filter((section) => section !== null);
}

/** Returns the sections about one attribute that the report has data for, in their order. */
export function attributeSections(attribute: AttributeReport, report: AuditReport): Section[] {
  return [
    clusterSection(attribute, report),
    weightSection(attribute),
    conditionSection(attribute, report),
    scoreSection(attribute, report),
  ].filter((section) => section !== null);
}

/** Returns a sentence for each section that says how far the figures of an attribute can be trusted. */
export function trustSentences(attribute: AttributeReport, report: AuditReport): string[] {
  return [clusterSentence(attribute, report), weightSentence(attribute)].filter((text) => text !== null);
}

/** Returns a sentence for each section with further figures. */
export function furtherSentences(attribute: AttributeReport): string[] {
  return [conditionSentence(attribute), scoreSentence(attribute)].filter((text) => text !== null);
}
