import type { AuditReport } from "../../report/audit-report.js";
import type { RegressionReport } from "../../report/regression-report.js";
import { auditedUnit } from "../../report/audited-unit.js";
import { runText, verdictDependsText, type StabilityReport } from "../../report/stability-report.js";
import { formatCount } from "../numbers.js";
import { capitalized } from "../verdict-text.js";
import { numberColumn, sentence, tablePiece, textColumn, undefinedBecause, type Section } from "./section.js";

/** Returns what came of further runs of the model; null where it ran once. */
export function stabilitySection(report: AuditReport): Section | null {
  const { stability } = report;
  if (stability === undefined) return null;
  const { compared, flipped, flips, reason, runs, verdictDepends } = stability;
  const count = flips && flipped === null ? "Some" : formatCount(flipped ?? 0);
  const found = `${count} of ${formatCount(compared)} audited ${auditedUnit(report)}s got another prediction when the model ran again`;
  const uncounted = flips && reason !== null ? `; there is no number, because ${reason}` : "";
  const verdict = verdictDepends === null ? "" : ` ${capitalized(verdictDependsText(verdictDepends))}.`;
  return {
    title: "When the model runs again",
    pieces: [
      sentence(`${found}${flips ? uncounted : doubt(stability)}.${verdict}`),
      tablePiece({
        caption: "Predictions that differ from those of the audited run",
        columns: [textColumn("run"), numberColumn("flipped")],
        rows: runs.map((run) => [
          capitalized(runText(run)),
          run.flipped === null ? undefinedBecause(reason) : formatCount(run.flipped),
        ]),
      }),
    ],
  };
}

/** Returns the same in one line where no prediction changed; null where some did, which a warning says. */
export function stabilitySentence(report: AuditReport): string | null {
  const { stability } = report;
  if (stability === undefined || stability.flips) return null;
  const runs = stability.runs.map(runText).join(" and ");
  const who = `0 of ${formatCount(stability.compared)} audited ${auditedUnit(report)}s`;
  return `Stability: ${who} got another prediction when the model ran again ${runs}${doubt(stability)}.`;
}

/** Of a run without flips that may have some another time. */
function doubt({ reason }: StabilityReport): string {
  return reason === null ? "" : `; another time some may, because ${reason}`;
}

/** Returns what came of further runs of a regression, in one line; null where it ran once. */
export function regressionStabilitySentence({ stability }: RegressionReport): string | null {
  if (stability === undefined) return null;
  const { runs, verdictDepends } = stability;
  const verdict = verdictDepends === null ? "there is no gate to judge" : verdictDependsText(verdictDepends);
  return `Stability: the model ran again ${runs.map(runText).join(" and ")}; ${verdict}.`;
}
