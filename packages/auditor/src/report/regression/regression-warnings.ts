import type { ReportWarning } from "../audit-report.js";
import type { RegressionAttributeReport, RegressionSettings } from "./regression-report.js";

/** Cells that one warning names; the rest are in the table of bins. */
const namedCells = 6;

/** Returns what a reader of the figures must know before believing them. None of it changes a value. */
export function regressionWarnings(
  attributes: readonly RegressionAttributeReport[],
  { minimumSupport }: RegressionSettings,
): ReportWarning[] {
  return attributes.flatMap(({ name, rows, levels, bins }) => {
    const attribute = `attribute ${JSON.stringify(name)}`;
    if (rows.used === 0) {
      return [{ code: "no-rows", message: `${attribute}: none of ${rows.read} rows could be used` }];
    }
    const filled = levels.filter(({ n }) => n > 0);
    const only = filled.length === 1 ? filled[0]! : null;
    const cells = bins.flatMap((bin, b) => bin.cells.map((cell) => ({ ...cell, bin: b })));
    const lacking = (["small", "empty"] as const).flatMap((status): ReportWarning[] => {
      const found = cells.filter((cell) => cell.status === status);
      if (found.length === 0) return [];
      const names = found
        .slice(0, namedCells)
        .map(({ group, bin, n }) => `bin ${bin + 1} in group ${JSON.stringify(group)} (n = ${n})`);
      const more = found.length > namedCells ? ` and ${found.length - namedCells} more` : "";
      const lack = status === "small" ? `fewer than ${minimumSupport} rows` : "no rows";
      const message = `${attribute}: ${found.length} of ${cells.length} cells have ${lack} and were left out: ${names.join(", ")}${more}`;
      return [{ code: `${status}-cells`, message }];
    });
    return [
      ...(only === null
        ? []
        : [
            {
              code: "one-group",
              message: `${attribute}: all rows are in group ${JSON.stringify(only.level)}, so there is nothing to compare`,
            },
          ]),
      ...lacking,
    ];
  });
}
