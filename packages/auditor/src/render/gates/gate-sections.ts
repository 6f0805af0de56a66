import type { GateRun, GatedAudit } from "../../gates/gate-run.js";
import type { GateFinding } from "../../gates/report-gate.js";
import {
  nameColumn,
  numberColumn,
  tablePiece,
  textColumn,
  wordColumn,
  type Piece,
  type Section,
} from "../sections/section.js";
import { gateOutcome, gateExplanation, gateTitle, gateValue } from "./gate-words.js";

/** Worst first; what blocks before what is only listed. */
function rank({ blocks, outcome }: GateFinding): number {
  if (blocks) return outcome === "violated" ? 0 : 1;
  return outcome === "pass" ? 4 : outcome === "waived" ? 3 : 2;
}

/** An audit with one of its findings. */
export interface ListedFinding {
  readonly audit: GatedAudit;
  readonly finding: GateFinding;
}

/** Returns all findings, those that block first, else in the order of the file. */
export function listedFindings({ audits }: GateRun): ListedFinding[] {
  const all = audits.flatMap((audit) => audit.findings.map((finding) => ({ audit, finding })));
  return all.sort((a, b) => rank(a.finding) - rank(b.finding));
}

/** Returns the errors of all audits, each with the name of its audit. */
export function listedErrors({ audits }: GateRun): string[] {
  return audits.flatMap(({ name, errors }) => errors.map((error) => `${name}: ${error}`));
}

/** Returns a run as sections, for formats that show tables. */
export function gateSections(run: GateRun): Section[] {
  const findings = listedFindings(run);
  const errors = listedErrors(run);
  const gates: Piece = tablePiece({
    caption: `Gates of ${run.file}`,
    columns: [nameColumn("audit"), textColumn("gate"), numberColumn("value"), wordColumn("verdict"), textColumn("why")],
    rows: findings.map(({ audit, finding }) => [
      audit.name,
      gateTitle(finding),
      gateValue(finding),
      gateOutcome(finding),
      gateExplanation(finding),
    ]),
  });
  const other: Piece[] = [
    ...(run.notRun.length === 0 ? [] : [{ kind: "text" as const, text: `Not run: ${run.notRun.join(", ")}.` }]),
    ...(run.today === null ? [] : [{ kind: "text" as const, text: `Waivers were judged on ${run.today}.` }]),
  ];
  return [
    ...(errors.length === 0 ? [] : [{ title: "What could not be judged", pieces: [list(errors)] }]),
    ...(findings.length === 0 ? [] : [{ title: "Gates", pieces: [gates] }]),
    ...(other.length === 0 ? [] : [{ title: "What else to know", pieces: other }]),
  ];
}

function list(items: readonly string[]): Piece {
  return { kind: "list", items };
}
