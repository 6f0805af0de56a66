import type { TestCase, TestSuite } from "junit-report-builder";
import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import { isBlocking } from "../../verdict/worst-verdict.js";
import { displayText } from "../display-text.js";
import { describeReport } from "../sections/describe-report.js";
import { capitalized, metricNames, gateFinding, verdictWarning } from "../verdict-text.js";
import { gateDetail } from "./gate-detail.js";
import { characterData, junitText, loadBuilder } from "./junit-file.js";
import { judgedAttributes, type JudgedAttribute } from "./judged-attributes.js";

/**
 * Returns a report as JUnit XML (the `junit-10` form that Jenkins, GitLab and others read): one suite per attribute,
 * one case per gate on it. A violated gate is a `failure`; one that the data cannot decide is an `error`, or `skipped`
 * where `onInconclusive` softens it; both hold the finding, the groups furthest apart and the figures of all groups in
 * that place as text. An attribute without a gate has one skipped case. Figures are properties of the suite.
 *
 * `seconds` is what the audit took, shared evenly by the cases as `time`; 0 by default, so that equal reports give
 * equal bytes. Text from the input is shown on one line without control characters, and escaped.
 */
export async function renderJunit(
  report: AnyReport,
  { seconds = 0 }: { readonly seconds?: number } = {},
): Promise<string> {
  const builder = await loadBuilder();
  const root = builder.newBuilder().name(displayText(describeReport(report).subject));
  const allGates: readonly AnyGate[] = report.rules;
  const suites = judgedAttributes(report).map((attribute) => ({
    attribute,
    gates: allGates.filter((gate) => gate.attribute === attribute.name),
  }));
  const cases = suites.reduce((sum, { gates }) => sum + Math.max(1, gates.length), 0);
  const share = decimalSeconds(seconds / cases);
  for (const { attribute, gates } of suites) {
    const suite = root.testSuite().name(displayText(attribute.name));
    suite.time(decimalSeconds(share * Math.max(1, gates.length)));
    addFigures(suite, attribute);
    const newCase = (name: string) =>
      suite
        .testCase()
        .className(`evenodds.${displayText(attribute.name)}`)
        .name(name)
        .time(share);
    if (gates.length === 0) addWithoutGate(newCase(metricNames[attribute.metric]), attribute);
    for (const gate of gates) addGate(newCase(caseName(gate)), gate, report);
  }
  return junitText(root);
}

/**
 * Milliseconds are as fine as it gets: a JavaScript number below 1e-6 is written with an exponent, which readers
 * refuse.
 */
function decimalSeconds(seconds: number): number {
  return Number.isFinite(seconds) && seconds > 0 ? Math.round(seconds * 1000) / 1000 : 0;
}

type AnyReport = AuditReport | RegressionReport;
type AnyGate = AnyReport["rules"][number];

function caseName(gate: AnyGate): string {
  const rule = "rule" in gate ? ` (${gate.rule})` : "";
  return `${metricNames[gate.metric]} at most ${gate.limit}${rule}`;
}

function addGate(testCase: TestCase, gate: AnyGate, report: AnyReport): void {
  const { onInconclusive } = report.settings;
  const finding = displayText(`${capitalized(gateFinding(gate))}.${verdictWarning(report)}`);
  const detail = [finding, ...gateDetail(report, gate).map((line) => displayText(line))].join("\n");
  if (gate.verdict === "violated") testCase.failure(finding, "gap-over-limit").stacktrace(characterData(detail));
  else if (gate.verdict === "inconclusive") {
    if (isBlocking(gate.verdict, onInconclusive)) testCase.error(finding, "inconclusive", characterData(detail));
    else testCase.skipped();
  }
  testCase.standardOutput(characterData(`${gate.verdict}: ${finding}`));
}

function addWithoutGate(testCase: TestCase, { sentence }: JudgedAttribute): void {
  testCase.skipped().standardOutput(characterData(`no gate configured: ${displayText(sentence)}`));
}

function addFigures(suite: TestSuite, { figures }: JudgedAttribute): void {
  for (const { name, value, reason } of figures) {
    suite.property(name, value === null ? `undefined: ${displayText(reason ?? "no value")}` : String(value));
  }
}
