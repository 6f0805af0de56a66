import type { TestCase } from "junit-report-builder";
import type { GateRun } from "../../gates/gate-run.js";
import type { GateFinding } from "../../gates/report-gate.js";
import { characterData, junitText, loadBuilder } from "../ci/junit-file.js";
import { displayText } from "../display-text.js";
import { capitalized } from "../verdict-text.js";
import { gateOutcome, gateExplanation, gateTitle, gateTopic } from "./gate-words.js";
import { gateRunTitle } from "./render-gates-markdown.js";

/**
 * Returns a run as JUnit XML: one suite per audit, one case per gate. A violated gate is a `failure` and one that the
 * data cannot decide an `error`; where a waiver, a severity or a policy softens it, the case is `skipped` and its
 * output says why. What could not be judged is a case with an `error` of its own. Equal runs give equal bytes.
 */
export async function renderGatesJunit(run: GateRun): Promise<string> {
  const builder = await loadBuilder();
  const root = builder.newBuilder().name(displayText(`${gateRunTitle}: ${run.file}`));
  for (const { name, findings, errors } of run.audits) {
    const suite = root.testSuite().name(displayText(name)).time(0);
    const newCase = (title: string) =>
      suite
        .testCase()
        .className(`evenodds.gates.${displayText(name)}`)
        .name(displayText(title))
        .time(0);
    for (const error of errors) {
      const said = displayText(error);
      newCase("can be judged").error(said, "not-judged", characterData(said));
    }
    for (const finding of findings) addFinding(newCase(gateTitle(finding)), finding);
  }
  return junitText(root);
}

function addFinding(testCase: TestCase, finding: GateFinding): void {
  const { verdict, blocks } = finding;
  const said = displayText(`${capitalized(gateTopic(finding))}: ${gateExplanation(finding)}`);
  // Some readers show the attribute alone, others what is in the element.
  const text = characterData(said);
  if (blocks && verdict === "violated") testCase.failure(said, "gap-over-limit").stacktrace(text);
  else if (blocks) testCase.error(said, "inconclusive", text);
  else if (verdict !== "pass") testCase.skipped();
  testCase.standardOutput(characterData(`${gateOutcome(finding)}: ${said}`));
}
