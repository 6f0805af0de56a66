import { baselineMetric, type GateFinding, type GateSeverity } from "../gates/report-gate.js";
import { steadyJudgement } from "../gates/steady-judgement.js";
import type { AuditReport } from "../report/audit-report.js";
import type { OnInconclusive, Verdict } from "../verdict/verdict.js";
import { isBlocking, worstVerdict } from "../verdict/worst-verdict.js";
import type { BaselineJudgement } from "./judge-baseline.js";
import { judgementSentences } from "./render-baseline-judgement.js";

/** What happens where a model is worse than its baseline, or where that cannot be said. */
export interface BaselineGate {
  /** Default: `error`. */
  readonly severity?: GateSeverity | undefined;
  /** Default: that of the report. */
  readonly onInconclusive?: OnInconclusive | undefined;
}

/**
 * Returns a judgement of a report by its baseline as findings beside those of gates, one for each attribute: the value
 * is the change of the gap, which must not be above 0 beyond chance; reason and detail name each group with one true
 * label that is worse, with its counts, and say what has become of the gap. A model that gives other predictions when
 * it runs again is `inconclusive`.
 */
export function baselineFindings(
  { attributes }: BaselineJudgement,
  report: AuditReport,
  { severity = "error", onInconclusive = report.settings.onInconclusive }: BaselineGate = {},
): GateFinding[] {
  return attributes.map((attribute): GateFinding => {
    const { name, gap, cells } = attribute;
    const [change, ...worse] = judgementSentences(attribute);
    // What decides comes first.
    const [first, ...more] = gap.verdict === "violated" ? [change!, ...worse] : [...worse, change!];
    // There is the verdict of the gap.
    const worst = worstVerdict([gap.verdict, ...cells.map((cell) => cell.verdict)]) as Verdict;
    const { verdict, reason } = steadyJudgement(report, { verdict: worst, reason: first.replace(/\.$/, "") });
    return {
      ...{ metric: baselineMetric, attribute: name, subgroup: null, class: null },
      ...{ bound: "limit", threshold: 0, rule: "evidence", minimumSupport: report.settings.minimumSupport },
      ...{ severity, onInconclusive, value: gap.change, lower: gap.lower, upper: null },
      ...{ verdict, reason, detail: more.length === 0 ? null : more.join(" "), waiver: null, outcome: verdict },
      blocks: severity === "error" && isBlocking(verdict, onInconclusive),
    };
  });
}
