import type { AuditReport, GateReport } from "../../report/audit-report.js";
import { ruleKinds, type RuleKind } from "../../verdict/verdict.js";
import { formatLevel, plainPValue } from "../numbers.js";
import { capitalized, metricNames } from "../verdict-text.js";
import { powerSentence, powerUnit } from "./power-text.js";
import type { Heading } from "./headings.js";
import { numberColumn, sentence, textColumn, type Piece, type Section } from "./section.js";

/** What is said of a kind of rule. */
interface RuleWords {
  readonly name: string;
  readonly heading: Heading;
  /** What it does at a level of confidence. */
  readonly does: (level: string) => string;
}

const ruleWords: Readonly<Record<RuleKind, RuleWords>> = {
  point: {
    name: "Point",
    heading: "pointRule",
    does: () => "The point rule compares the measured gap with the limit.",
  },
  evidence: {
    name: "Evidence",
    heading: "evidenceRule",
    does: (level) =>
      "The evidence rule asks whether the data exclude the other answer: it says violated or pass only where the " +
      `${level} intervals lie wholly beyond or within the limit.`,
  },
};

/** Returns what rules of every kind say about every limit; null without rules. */
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
        ...ruleKinds.map((kind) => textColumn(ruleWords[kind].heading)),
        numberColumn("pBeyondLimit"),
        ...(several ? [numberColumn("adjustedPValue")] : []),
      ],
      rows: rules.map((rule) => {
        const { limit, evidence } = rule;
        return [
          { value: gateName(rule), detail: `at most ${limit}; the gate is the ${rule.rule} rule` },
          ...ruleKinds.map((kind) => ({ value: rule[kind].verdict, detail: rule[kind].reason })),
          plainPValue(evidence.pValue),
          ...(several ? [plainPValue(evidence.adjustedPValue)] : []),
        ];
      }),
    },
  };
  const needed = rules.flatMap((rule) => {
    if (rule.power === null) return [];
    const said = powerSentence(rule.power, powerUnit(rule, report));
    return [sentence(several ? `${capitalized(gateName(rule))}. ${said}` : said)];
  });
  const adjusted = several ? " The adjusted p-value (Holm) allows for all rules of this report together." : "";
  return {
    title: "How each rule decides",
    pieces: [
      sentence(
        `${ruleKinds.map((kind) => ruleWords[kind].does(formatLevel(settings.alpha))).join(" ")} ` +
          `p is that of "no two groups differ by more than the limit".${adjusted}`,
      ),
      table,
      ...needed,
    ],
  };
}

/**
 * Returns what the rules say that are not the gate, and how much more data a decision by evidence would take; null
 * where that adds nothing, because there is no gap to judge.
 */
export function otherRuleSentence(one: GateReport, report: AuditReport): string | null {
  const { rule, value, power } = one;
  if (value === null) return null;
  const others = ruleKinds.filter((kind) => kind !== rule);
  const said = others
    .map((kind) => `${ruleWords[kind].name} rule: ${one[kind].verdict}, ${one[kind].reason}.`)
    .join(" ");
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
    const agree = ruleKinds.every((kind) => rule[kind].verdict === rule.verdict);
    const text = several && agree ? null : otherRuleSentence(rule, report);
    return text === null ? [] : [several ? `${capitalized(gateName(rule))}. ${text}` : text];
  });
}

/** Returns `equalized odds difference of gender`. */
export function gateName({ metric, attribute }: GateReport): string {
  return `${metricNames[metric]} of ${attribute}`;
}
