import type { GateRun } from "../../gates/gate-run.js";
import type { GateFinding } from "../../gates/report-gate.js";
import { workflowCommand } from "../ci/workflow-command.js";
import { capitalized } from "../verdict-text.js";
import { gateExplanation, gateTitle, gateTopic } from "./gate-words.js";

/**
 * Returns a run as commands of GitHub Actions, one for each line, which make annotations of a step and of the changed
 * files: one for every gate that does not pass, those that block first, and one for everything that could not be
 * judged. What blocks is an `error`, what is waived or may be undecided (`onInconclusive: pass`) a `notice`, and what
 * else does not block a `warning`. None where all is well. GitHub shows the first ten of each kind of a step.
 *
 * `file` is the path of the file of gates from the root of the repository, left out by default: of a model there is
 * nothing to be shown in a diff. Text from the input is escaped.
 */
export function renderGatesAnnotations(run: GateRun, { file }: { readonly file?: string | undefined } = {}): string[] {
  const place: Readonly<Record<string, string>> = file === undefined ? {} : { file };
  const ofErrors = run.audits.flatMap(({ name, errors }) =>
    errors.map((error) =>
      workflowCommand("error", {
        properties: { ...place, title: `${name}: not judged` },
        lines: [sentence(error)],
      }),
    ),
  );
  const found = run.audits
    .flatMap((audit) => audit.findings.map((finding) => ({ audit, finding })))
    .filter(({ finding }) => finding.verdict !== "pass");
  const ordered = [...found.filter(({ finding }) => finding.blocks), ...found.filter(({ finding }) => !finding.blocks)];
  const ofGates = ordered.map(({ audit, finding }) =>
    workflowCommand(kindOf(finding), {
      properties: { ...place, title: `${audit.name}: ${gateTopic(finding)}` },
      lines: [`${capitalized(gateTitle(finding))}: ${gateExplanation(finding)}`],
    }),
  );
  return [...ofErrors, ...ofGates];
}

function kindOf({ blocks, outcome, onInconclusive }: GateFinding): "error" | "warning" | "notice" {
  if (blocks) return "error";
  const isAccepted = outcome === "waived" || (outcome === "inconclusive" && onInconclusive === "pass");
  return isAccepted ? "notice" : "warning";
}

function sentence(text: string): string {
  return capitalized(text.endsWith(".") ? text : `${text}.`);
}
