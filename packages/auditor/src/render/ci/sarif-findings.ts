import type { Result } from "sarif";
import type { AuditReport } from "../../report/audit-report.js";
import type { AuditedUnit } from "../../report/audited-unit.js";
import { formatSize } from "../../report/describe-gap.js";
import type { RegressionReport } from "../../report/regression/regression-report.js";
import type { OnInconclusive } from "../../verdict/verdict.js";
import { capitalized, ruleFinding } from "../verdict-text.js";
import { judgedAttributes, judgedUnit, type JudgedAttribute } from "./judged-attributes.js";
import type { SarifRuleId } from "./sarif-rules.js";

/** One thing to report, before it has a place. */
export interface SarifFinding {
  readonly ruleId: SarifRuleId;
  readonly level: Result.level;
  readonly message: string;
  /**
   * What tells this finding from others of its rule; has no figures, so that an alert stays the same when they change.
   */
  readonly identity: readonly string[];
  readonly properties: Readonly<Record<string, string | number | null>>;
}

/** Cells of one kind that an attribute reports one by one; the report lists them all. */
const mostCells = 20;

/** Warnings that say the same as the findings about cells. */
const cellWarnings = ["small-cells", "empty-cells"];

const softened = { fail: "error", warn: "warning", pass: "note" } as const satisfies Record<OnInconclusive, string>;

/** Returns what a report has to say to somebody who has to act: rules that do not hold, cells left out, warnings. */
export function sarifFindings(report: AuditReport | RegressionReport): SarifFinding[] {
  const { rules, warnings, settings } = report;
  const { minimumSupport } = settings;
  const unit = judgedUnit(report);
  return [
    ...rules.flatMap((rule) => ruleFindings(rule, settings.onInconclusive)),
    ...judgedAttributes(report).flatMap((attribute) => [
      ...cellFindings(attribute, { status: "empty", minimumSupport, unit }),
      ...cellFindings(attribute, { status: "small", minimumSupport, unit }),
    ]),
    ...warnings
      .filter(({ code }) => !cellWarnings.includes(code))
      .map(({ code, message }): SarifFinding => {
        // Messages hold figures; the n-th warning of its code is the same one in the next run.
        const nth = warnings.filter((other) => other.code === code).findIndex((other) => other.message === message);
        const identity = [code, String(nth)];
        return { ruleId: `warning/${code}`, level: "warning", message: sentence(message), identity, properties: {} };
      }),
  ];
}

function ruleFindings(
  rule: (AuditReport | RegressionReport)["rules"][number],
  onInconclusive: OnInconclusive,
): SarifFinding[] {
  if (rule.verdict === "pass") return [];
  const { metric, attribute, limit, value, verdict } = rule;
  // Rules on regressions are of one kind, and have no interval.
  const kind: Readonly<Record<string, string>> = "rule" in rule ? { rule: rule.rule } : {};
  const interval: Readonly<Record<string, number | null>> =
    "rule" in rule ? { lower: rule.lower, upper: rule.upper } : {};
  const violated = verdict === "violated";
  return [
    {
      ruleId: violated ? "gap-over-limit" : "undecided-gap",
      level: violated ? "error" : softened[onInconclusive],
      message: sentence(ruleFinding(rule)),
      identity: [metric, attribute, ...Object.values(kind)],
      properties: { metric, attribute, limit, ...kind, value, ...interval, verdict },
    },
  ];
}

function cellFindings(
  { name, isWeighted, cells }: JudgedAttribute,
  of: { readonly status: "empty" | "small"; readonly minimumSupport: number; readonly unit: AuditedUnit },
): SarifFinding[] {
  const { status, minimumSupport, unit } = of;
  const [none, few] = isWeighted
    ? [
        `has no ${unit} with a weight`,
        (n: number) => `has a weight of ${formatSize(n)} of the ${minimumSupport} that a comparison takes`,
      ]
    : [`has no ${unit}`, (n: number) => `has ${n} of the ${minimumSupport} ${unit}s that a comparison takes`];
  const ruleId = status === "empty" ? "undefined-cell" : "small-cell";
  const level = status === "empty" ? "warning" : "note";
  const found = cells.filter((cell) => cell.status === status);
  const findings = found.slice(0, mostCells).map(({ where, label, group, n }): SarifFinding => {
    const lack = status === "empty" ? none : few(n);
    const message = `${where} in group ${JSON.stringify(group)} of ${JSON.stringify(name)} ${lack}, and is left out of every gap.`;
    return { ruleId, level, message, identity: [name, label, group], properties: { attribute: name, label, group, n } };
  });
  const more = found.length - findings.length;
  if (more === 0) return findings;
  const message = `${more} more cells of ${JSON.stringify(name)} are ${status}; the report lists them.`;
  return [...findings, { ruleId, level, message, identity: [name], properties: { attribute: name, cells: more } }];
}

function sentence(text: string): string {
  return capitalized(text.endsWith(".") ? text : `${text}.`);
}
