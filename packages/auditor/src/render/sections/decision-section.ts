import type { AuditReport, RuleReport } from "../../report/audit-report.js";
import { formatLevel, plainPValue } from "../numbers.js";
import { capitalized, metricNames } from "../verdict-text.js";
import { powerSentence, powerUnit } from "./power-text.js";
import { numberColumn, sentence, textColumn, type Piece, type Section } from "./section.js";

/** Returns what the point rule and the evidence rule each say about every limit; null without rules. */
export function decisionSection(report: AuditReport): Section | null {
  const { rules, settings } = report;
  if (rules.length === 0) return null;
  const several = rules.length > 1;
  const table: Piece = {
    kind: "table",
    table: {
      caption: "Both rules for every limit",
      columns: [
        textColumn("limit"),
        textColumn("pointRule"),
        textColumn("evidenceRule"),
        numberColumn("pBeyondLimit"),
        ...(several ? [numberColumn("adjustedPValue")] : []),
      ],
      rows: rules.map((rule) => {
        const { limit, point, evidence } = rule;
        return [
          { value: ruleName(rule), detail: `at most ${limit}; the gate is the ${rule.rule} rule` },
          { value: point.verdict, detail: point.reason },
          { value: evidence.verdict, detail: evidence.reason },
          plainPValue(evidence.pValue),
          ...(several ? [plainPValue(evidence.adjustedPValue)] : []),
        ];
      }),
    },
  };
  const needed = rules.flatMap((rule) => {
    if (rule.power === null) return [];
    const said = powerSentence(rule.power, powerUnit(rule, report));
    return [sentence(several ? `${capitalized(ruleName(rule))}. ${said}` : said)];
  });
  const adjusted = several ? " The adjusted p-value (Holm) allows for all rules of this report together." : "";
  return {
    title: "How each rule decides",
    pieces: [
      sentence(
        "The point rule compares the measured gap with the limit. The evidence rule asks whether the data exclude the other " +
          `answer: it says violated or pass only where the ${formatLevel(settings.alpha)} intervals lie wholly beyond or within ` +
          `the limit. p is that of "no two groups differ by more than the limit".${adjusted}`,
      ),
      table,
      ...needed,
    ],
  };
}

/**
 * Returns what the rule that is not the gate says, and how much more data a decision by evidence would take; null where
 * that adds nothing, because there is no gap to judge.
 */
export function otherRuleSentence(one: RuleReport, report: AuditReport): string | null {
  const { rule, value, point, evidence, power } = one;
  if (value === null) return null;
  const [other, { verdict, reason }] = rule === "point" ? ["Evidence", evidence] : ["Point", point];
  const said = `${other} rule: ${verdict}, ${reason}.`;
  return power === null ? said : `${said} ${powerSentence(power, powerUnit(one, report))}`;
}

/**
 * Returns what the rules that are not the gate say: of the only limit, or of those of several where it is something
 * else than the gate says.
 */
export function otherRuleSentences(report: AuditReport): string[] {
  const { rules } = report;
  const several = rules.length > 1;
  return rules.flatMap((rule) => {
    const text = several && rule.point.verdict === rule.evidence.verdict ? null : otherRuleSentence(rule, report);
    return text === null ? [] : [several ? `${capitalized(ruleName(rule))}. ${text}` : text];
  });
}

/** Returns `equalized odds difference of gender`. */
export function ruleName({ metric, attribute }: RuleReport): string {
  return `${metricNames[metric]} of ${attribute}`;
}
