import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { reportFiles, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { writeTogether, type Output } from "@evenodds/data";
import { reportOutputs } from "evenodds/internal";
import { ciOutputs, type CiFiles, type ReportPlaces } from "./ci-files.js";

/** Where the evidence goes, and the key that signs it. */
interface AttestFlags {
  readonly attest: string | undefined;
  readonly attestKey: string | undefined;
}

/**
 * Writes the full report into the folder `out`, the files for systems that run checks and the evidence, all or none of
 * them, and returns the lines that say so. An audit that writes no file does not load this.
 */
export async function writeReportFiles(
  report: AuditReport | RegressionReport,
  { files, attest, attestKey, ...places }: ReportPlaces & AttestFlags & { readonly files: CiFiles },
): Promise<string[]> {
  const { out } = places;
  const full = out === undefined ? [] : await reportOutputs(report, out);
  const ci = await ciOutputs(report, files, places);
  const evidence: Output[] = [];
  if (attest !== undefined) {
    const { attestation } = await import("../evidence/attestation.js");
    const content = await attestation(report, { command: places.command, key: attestKey });
    evidence.push({ path: attest, kind: "file", write: (beside) => writeFile(beside, content) });
  }
  const asked = [...evidence, ...ci];
  await writeTogether([...full, ...asked]);
  const lines: string[] = [];
  if (out !== undefined) lines.push(fullReportLine(out));
  if (asked.length > 0) lines.push(`wrote ${asked.map(({ path }) => path).join(", ")}`);
  return lines;
}

/** Names the page first. */
function fullReportLine(folder: string): string {
  const { html, ...others } = reportFiles;
  const names = Object.values(others).reverse();
  return `wrote ${[join(folder, html), ...names.slice(0, -1)].join(", ")} and ${names.at(-1)}`;
}
