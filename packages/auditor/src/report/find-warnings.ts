import type { AttributeReport, ReportWarning } from "./audit-report.js";
import type { AuditedUnit } from "./audited-unit.js";
import { formatSize } from "./describe-gap.js";
import { predictionWarnings } from "./prediction-warnings.js";
import { quote } from "./quote.js";

/** Cells that one warning names; the rest are in the table of cells. */
const namedCells = 6;

/** Returns what a reader of the figures must know before believing them. None of it changes a value. */
export function findWarnings(audit: {
  readonly attributes: readonly AttributeReport[];
  readonly labelled: boolean;
  readonly trainingNodes: number | null;
  readonly minimumSupport: number;
  readonly unit: AuditedUnit;
}): ReportWarning[] {
  const { attributes, labelled, trainingNodes, minimumSupport, unit } = audit;
  const warnings: ReportWarning[] = [];
  const warn = (code: string, message: string) => warnings.push({ code, message });
  if (trainingNodes !== null && trainingNodes > 0) {
    warn(
      "training-nodes",
      `the model was trained on ${trainingNodes} of the audited ${unit}s; figures may look too good`,
    );
  }
  if (!labelled) warn("no-labels", "there is no label column: only selection rates can be compared");
  for (const { code, message } of predictionWarnings(attributes, unit)) warn(code, message);
  for (const { name, rows, levels, cells } of attributes) {
    const attribute = `attribute ${quote(name)}`;
    const isWeighted = rows.weight !== undefined;
    const size = isWeighted ? "weight" : "n";
    if (rows.used === 0) {
      warn("no-rows", `${attribute}: none of ${rows.read} rows could be used`);
      continue;
    }
    if (levels.filter(({ n }) => n > 0).length === 1) {
      const only = levels.find(({ n }) => n > 0)!;
      warn("one-group", `${attribute}: all rows are in group ${quote(only.level)}, so there is nothing to compare`);
    }
    for (const status of ["small", "empty"] as const) {
      const found = cells.filter((cell) => cell.status === status);
      if (found.length === 0) continue;
      const names = found
        .slice(0, namedCells)
        .map(({ label, group, n }) => `label ${quote(label)} in group ${quote(group)} (${size} = ${formatSize(n)})`);
      const more = found.length > namedCells ? ` and ${found.length - namedCells} more` : "";
      const [few, none] = isWeighted
        ? [`a weight below ${minimumSupport}`, "no rows with a weight"]
        : [`fewer than ${minimumSupport} rows`, "no rows"];
      const lack = status === "small" ? few : none;
      warn(
        `${status}-cells`,
        `${attribute}: ${found.length} of ${cells.length} cells have ${lack} and were left out: ${names.join(", ")}${more}`,
      );
    }
  }
  return warnings;
}
