import { maximum } from "@evenodds/core";
import type { Palette } from "@evenodds/auditor";
import type { Check } from "./check.js";
import type { DoctorReport } from "./examine.js";

const statusWidth = "missing".length;

/** Returns a line for every check, with its remedy under it, and a line that sums up. */
export function renderDoctor({ works, defaultEngine, checks }: DoctorReport, palette: Palette): string {
  const paint = { ok: palette.good, missing: palette.unsure, broken: palette.bad };
  const nameWidth = maximum(checks.map(({ name }) => name.length));
  const indent = " ".repeat(statusWidth + nameWidth + 4);
  const describe = ({ name, status, found, remedy }: Check) => [
    `${paint[status](status.padEnd(statusWidth))}  ${name.padEnd(nameWidth)}  ${found}`,
    ...(remedy === null ? [] : [`${indent}${palette.muted(`→ ${remedy}`)}`]),
  ];
  const whatWorks =
    defaultEngine === null
      ? "Auditing works with default settings; training is not installed."
      : `Training and auditing work with default settings; training takes engine ${defaultEngine}.`;
  const summary = works ? whatWorks : `Not everything works: fix ${list(checks.filter(({ blocking }) => blocking))}.`;
  return `${[...checks.flatMap(describe), "", summary].join("\n")}\n`;
}

function list(checks: readonly Check[]): string {
  return checks.map(({ name }) => name).join(", ");
}
