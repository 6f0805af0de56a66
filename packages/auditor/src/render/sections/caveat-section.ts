import type { ReportWarning } from "../../report/audit-report.js";
import { subsection, type Section } from "./section.js";

/** Above the table that says what a report is about and was made with. */
export const originCaption = "Where this report comes from";

/** Returns the warnings and notes of a report. */
export function caveatSection(report: {
  readonly warnings: readonly ReportWarning[];
  readonly notes: readonly string[];
}): Section {
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [subsection(title, [{ kind: "list", items }])];
  const warnings = report.warnings.map(({ message }) => message);
  return { title: "What to keep in mind", pieces: [...list("Warnings", warnings), ...list("Notes", report.notes)] };
}
