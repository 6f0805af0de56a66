import { join } from "node:path";
import { reportFiles, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { writeTogether } from "@evenodds/data";
import { reportOutputs } from "evenodds/internal";
import { ciOutputs, type CiFiles, type ReportPlaces } from "./ci-files.js";

/**
 * Writes the full report into the folder `out` and the files for systems that run checks, all or none of them, and
 * returns the lines that say so. An audit that writes no file does not load this.
 */
export async function writeReportFiles(
  report: AuditReport | RegressionReport,
  { files, ...places }: ReportPlaces & { readonly files: CiFiles },
): Promise<string[]> {
  const { out } = places;
  const full = out === undefined ? [] : await reportOutputs(report, out);
  const ci = await ciOutputs(report, files, places);
  await writeTogether([...full, ...ci]);
  const lines: string[] = [];
  if (out !== undefined) lines.push(fullReportLine(out));
  if (ci.length > 0) lines.push(`wrote ${ci.map(({ path }) => path).join(", ")}`);
  return lines;
}

/** Names the page first. */
function fullReportLine(folder: string): string {
  const { html, ...others } = reportFiles;
  const names = Object.values(others).reverse();
  return `wrote ${[join(folder, html), ...names.slice(0, -1)].join(", ")} and ${names.at(-1)}`;
}
