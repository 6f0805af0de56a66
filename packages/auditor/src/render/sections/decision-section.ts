import type { AuditReport, GateReport } from "../../report/audit-report.js";
import { ruleKinds, type RuleKind } from "../../verdict/verdict.js";
import { formatLevel, plainPValue } from "../numbers.js";
import { capitalized, metricNames } from "../verdict-text.js";
import { powerSentence, powerUnit } from "./power-text.js";
import type { Heading } from "./headings.js";
import { numberColumn, sentence, textColumn, type Piece, type Section } from "./section.js";

/** What is said of a rule. */
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

/** Returns what every rule says about every gate; null without gates. */
export function decisionSection(report: AuditReport): Section | null {
  const { rules: gates, settings } = report;
  if (gates.length === 0) return null;
  const several = gates.length > 1;
  const table: Piece = {
    kind: "table",
    table: {
      caption: "What both rules say of every gate",
      columns: [
        textColumn("gate"),
        ...ruleKinds.map((rule) => textColumn(ruleWords[rule].heading)),
        numberColumn("pBeyondLimit"),
        ...(several ? [numberColumn("adjustedPValue")] : []),
      ],
      rows: gates.map((gate) => {
        const { limit, evidence } = gate;
        return [
          { value: gateName(gate), detail: `at most ${limit}, by the ${gate.rule} rule` },
          ...ruleKinds.map((rule) => ({ value: gate[rule].verdict, detail: gate[rule].reason })),
          plainPValue(evidence.pValue),
          ...(several ? [plainPValue(evidence.adjustedPValue)] : []),
        ];
      }),
    },
  };
  const needed = gates.flatMap((gate) => {
    if (gate.power === null) return [];
    const said = powerSentence(gate.power, powerUnit(gate, report));
    return [sentence(several ? `${capitalized(gateName(gate))}. ${said}` : said)];
  });
  const adjusted = several ? " The adjusted p-value (Holm) allows for all gates of this report together." : "";
  return {
    title: "How each rule decides",
    pieces: [
      sentence(
        `${ruleKinds.map((rule) => ruleWords[rule].does(formatLevel(settings.alpha))).join(" ")} ` +
          `p is that of "no two groups differ by more than the limit".${adjusted}`,
      ),
      table,
      ...needed,
    ],
  };
}

/** Returns what the rules say that do not decide; null where there is no gap to judge. */
export function otherRuleSentence(gate: GateReport): string | null {
  if (gate.value === null) return null;
  const others = ruleKinds.filter((rule) => rule !== gate.rule);
  return others.map((rule) => `${ruleWords[rule].name} rule: ${gate[rule].verdict}, ${gate[rule].reason}.`).join(" ");
}

/**
 * Returns what the rules say that do not decide: of the only gate, or of those of several where it is something else
 * than the verdict.
 */
export function otherRuleSentences(report: AuditReport): string[] {
  const { rules: gates } = report;
  const several = gates.length > 1;
  return gates.flatMap((gate) => {
    const said = several && rulesAgree(gate) ? null : otherRuleSentence(gate);
    // The verdict names them.
    const leftOut = report.attributes.find(({ name }) => name === gate.attribute)?.equalizedOdds.reason;
    const text = said?.replace(`, but ${leftOut}`, ", but cells were left out") ?? null;
    return text === null ? [] : [several ? `${capitalized(gateName(gate))}. ${text}` : text];
  });
}

/** Whether every rule comes to the verdict. */
export function rulesAgree(gate: GateReport): boolean {
  return ruleKinds.every((rule) => gate[rule].verdict === gate.verdict);
}

/** Returns `equalized odds difference of gender`. */
export function gateName({ metric, attribute }: GateReport): string {
  return `${metricNames[metric]} of ${attribute}`;
}
