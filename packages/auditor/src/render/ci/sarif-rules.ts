import type { ReportingDescriptor } from "sarif";
import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import { capitalized } from "../verdict-text.js";
import { judgedUnit } from "./judged-attributes.js";

/** Ids of what a SARIF file can report. They never change their meaning, because alerts are tracked by them. */
export type SarifRuleId = "gap-over-limit" | "undecided-gap" | "undefined-cell" | "small-cell" | `warning/${string}`;

/** What SARIF's rules say that depends on the kind of report. */
interface Kind {
  readonly tags: string[];
  /** An example of a metric that is limited. */
  readonly metric: string;
  readonly orElse: string;
  /** What an empty cell has no value of. */
  readonly undefinedFigures: string;
}

const ofClassifiers: Kind = {
  tags: ["equalized-odds"],
  metric: "the equalized odds difference (the largest gap between groups of a rate given the true label)",
  orElse: "choose the point rule",
  undefinedFigures: "rates",
};

const ofRegressions: Kind = {
  tags: ["regression"],
  metric: "the gap in mean error (between groups with like labels)",
  orElse: "take fewer label bins",
  undefinedFigures: "errors",
};

function kindOf(report: AuditReport | RegressionReport): Kind {
  return "kind" in report ? ofRegressions : ofClassifiers;
}

/** Returns what can be found about a gate or a cell, in an audit of nodes or of rows. */
export function sarifRules(report: AuditReport | RegressionReport): ReportingDescriptor[] {
  const unit = judgedUnit(report);
  const { tags, metric, orElse, undefinedFigures } = kindOf(report);
  const rules: readonly (ReportingDescriptor & { readonly id: SarifRuleId })[] = [
    {
      id: "gap-over-limit",
      name: "GapOverLimit",
      shortDescription: { text: "A gap between groups is larger than the limit allows." },
      fullDescription: {
        text: `A metric with a limit, such as ${metric}, lies above the limit.`,
      },
      help: { text: "See which groups, label and prediction are furthest apart, with counts, in the full report." },
      defaultConfiguration: { level: "error" },
      properties: { tags },
    },
    {
      id: "undecided-gap",
      name: "UndecidedGap",
      shortDescription: { text: "The data cannot decide whether a gap is within its limit." },
      fullDescription: {
        text:
          "A metric with a limit is undefined, known from some of the cells only, or too uncertain. That is not a pass: by default " +
          "the audit ends with exit code 3.",
      },
      help: {
        text: `Collect more labelled ${unit}s for the cells that the full report lists, or ${orElse}.`,
      },
      defaultConfiguration: { level: "error" },
      properties: { tags },
    },
    {
      id: "undefined-cell",
      name: "UndefinedCell",
      shortDescription: { text: `A group has no ${unit} with a label, so its ${undefinedFigures} are undefined.` },
      fullDescription: {
        text: `0/0 is not a number: cells without ${unit}s are left out of every gap, and gaps become lower bounds.`,
      },
      help: { text: `Collect labelled ${unit}s of the group, or merge groups.` },
      defaultConfiguration: { level: "warning" },
      properties: { tags },
    },
    {
      id: "small-cell",
      name: "SmallCell",
      shortDescription: { text: `A group has fewer ${unit}s with a label than the minimum support.` },
      fullDescription: {
        text: `${capitalized(undefinedFigures)} of so few ${unit}s are not compared. They are left out of every gap, and gaps become lower bounds.`,
      },
      help: { text: `Collect labelled ${unit}s of the group, merge groups, or lower the minimum support.` },
      defaultConfiguration: { level: "note" },
      properties: { tags },
    },
  ];
  return [...rules];
}

/** Returns the rule of a warning of the audit, by its code. */
export function warningRule(code: string, report: AuditReport | RegressionReport): ReportingDescriptor {
  const { tags } = kindOf(report);
  return {
    id: `warning/${code}`,
    name: code.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9]?)/g, (_, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `What the audit warns of: ${code}.` },
    fullDescription: { text: "It changes no figure, and says how far to believe them." },
    help: { text: "See the warnings of the full report." },
    defaultConfiguration: { level: "warning" },
    properties: { tags },
  };
}
