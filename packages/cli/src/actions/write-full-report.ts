import { join } from "node:path";
import { reportFiles, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { writeReport } from "evenodds/internal";

/**
 * Writes the files of a full report into a folder and returns the line that says so, the page first. An audit without
 * `--out` does not load this.
 */
export async function writeFullReport(report: AuditReport | RegressionReport, folder: string): Promise<string> {
  await writeReport(report, folder);
  const { html, ...others } = reportFiles;
  const names = Object.values(others).reverse();
  return `wrote ${[join(folder, html), ...names.slice(0, -1)].join(", ")} and ${names.at(-1)}`;
}
