import type { GateRun, GateRunVerdict } from "../../gates/gate-run.js";
import { maximum } from "@evenodds/core";
import { displayText, textWidth } from "../display-text.js";
import { fitNames } from "../fit-names.js";
import { plainPalette, type Palette } from "../palette.js";
import { alignTable, wrapText } from "../text-layout.js";
import { listedErrors, listedFindings } from "./gate-sections.js";
import { gateOutcome, gateExplanation, gateRunSentence, gateRunWords, gateTitle, gateValue } from "./gate-words.js";

/** Columns of a terminal that names of audits may take, and that what gates ask for takes at least. */
const auditWidth = 28;
const leastGateWidth = 24;

/**
 * Returns a run as text for a terminal of `width` columns (100 by default): the verdict, what could not be judged, a
 * line for each gate, those that block first, and below each that does not pass why. Ends with a line break.
 */
export function renderGatesText(
  run: GateRun,
  {
    width = 100,
    palette = plainPalette,
  }: { readonly width?: number | undefined; readonly palette?: Palette | undefined } = {},
): string {
  const wrap = (text: string, indent: string, hang = "  ") => wrapText(displayText(text), { width, indent, hang });
  const [first, ...rest] = wrapText(`${gateRunWords[run.verdict]}  ${gateRunSentence(run)}`, { width, hang: "  " });
  const head = [colour(run.verdict, palette)(first!), ...rest];
  const errors = listedErrors(run).flatMap((error) => wrap(`error: ${error}`, ""));
  const listed = listedFindings(run);
  const audits = fitNames([...new Set(listed.map(({ audit }) => audit.name))], auditWidth);
  const widest = (texts: readonly string[]) => maximum(texts.map(textWidth), 0);
  const others = [
    widest(["audit", ...audits.values()]),
    widest(["value", ...listed.map(({ finding }) => gateValue(finding))]),
    widest(["verdict", ...listed.map(({ finding }) => gateOutcome(finding))]),
  ].reduce((sum, own) => sum + own + 2, 0);
  const titles = fitNames(
    [...new Set(listed.map(({ finding }) => gateTitle(finding)))],
    Math.max(leastGateWidth, width - others),
  );
  const rows = listed.map(({ audit, finding }) => [
    audits.get(audit.name)!,
    titles.get(gateTitle(finding))!,
    gateValue(finding),
    gateOutcome(finding),
  ]);
  const lines = alignTable([["audit", "gate", "value", "verdict"], ...rows], { indent: "", right: [2] });
  const table = listed.flatMap(({ finding }, i) => [
    lines[i + 1]!,
    ...(finding.verdict === "pass" && finding.waiver === null ? [] : wrap(gateExplanation(finding), "    ", "")),
  ]);
  const parts = [head, errors, listed.length === 0 ? [] : [palette.muted(lines[0]!), ...table]];
  const notRun = run.notRun.length === 0 ? [] : wrap(`not run: ${run.notRun.join(", ")}`, "");
  return [...parts, notRun]
    .filter((part) => part.length > 0)
    .map((part) => `${part.join("\n")}\n`)
    .join("\n");
}

function colour(verdict: GateRunVerdict, palette: Palette): (text: string) => string {
  const colours: Readonly<Record<GateRunVerdict, (text: string) => string>> = {
    error: palette.bad,
    violated: palette.bad,
    inconclusive: palette.unsure,
    pass: palette.good,
    nothing: palette.muted,
  };
  return colours[verdict];
}
