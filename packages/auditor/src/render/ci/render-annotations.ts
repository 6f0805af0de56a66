import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import type { OnInconclusive } from "../../verdict/verdict.js";
import { capitalized, gateFinding, metricNames } from "../verdict-text.js";
import { gateDetail } from "./gate-detail.js";
import { workflowCommand } from "./workflow-command.js";

const softened = { fail: "error", warn: "warning", pass: "notice" } as const satisfies Record<OnInconclusive, string>;

/**
 * Returns a report as commands of GitHub Actions, one for each line, which make annotations of a run and of the changed
 * files: `::error file=model.onnx,title=…::…`. There is one for every gate that is violated (`error`) or cannot be
 * decided (`error`, or what `onInconclusive` softens it to), with the groups furthest apart, and a `warning` for every
 * warning of the report; none where all is well. GitHub shows the first ten of each kind of a step.
 *
 * `file` is the path of what was audited from the root of the repository, left out by default. Text from the input is
 * shown without control characters and escaped, so that no name begins a command or a property of its own.
 *
 * Source: https://docs.github.com/actions/reference/workflows-and-actions/workflow-commands
 */
export function renderAnnotations(
  report: AuditReport | RegressionReport,
  { file }: { readonly file?: string | undefined } = {},
): string[] {
  const { rules: gates, warnings, settings } = report;
  const place: Readonly<Record<string, string>> = file === undefined ? {} : { file };
  const ofGates = gates
    .filter(({ verdict }) => verdict !== "pass")
    .map((gate) =>
      workflowCommand(gate.verdict === "violated" ? "error" : softened[settings.onInconclusive], {
        properties: { ...place, title: `${capitalized(metricNames[gate.metric])} of ${gate.attribute}` },
        lines: [`${capitalized(gateFinding(gate))}.`, ...gateDetail(report, gate)],
      }),
    );
  const ofWarnings = warnings.map(({ code, message }) =>
    workflowCommand("warning", { properties: { ...place, title: code }, lines: [`${capitalized(message)}.`] }),
  );
  return [...ofGates, ...ofWarnings];
}
