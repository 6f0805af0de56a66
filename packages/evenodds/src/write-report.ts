import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  renderJsonPieces,
  renderMarkdown,
  reportFiles,
  type AuditReport,
  type RegressionReport,
  type ReportFormat,
} from "@evenodds/auditor";
import { duringWork } from "@evenodds/core";
import { writeFileAtomically } from "@evenodds/data";
import { checkOutput } from "./check-output.js";

type Render = (report: AuditReport | RegressionReport) => string | Promise<string> | Iterable<string>;

const renderers: Readonly<Record<ReportFormat, Render>> = {
  json: renderJsonPieces,
  markdown: renderMarkdown,
  html: async (report) => (await import("@evenodds/auditor/html")).renderHtml(report),
};

/** Writes `report.json`, `report.md` and `report.html` into a folder; every file is there whole or not at all. */
export async function writeReport(report: AuditReport | RegressionReport, folder: string): Promise<void> {
  const formats = Object.keys(reportFiles) as ReportFormat[];
  await duringWork({ doing: "write report", library: null }, async () => {
    const files = await Promise.all(
      formats.map(async (format) => ({
        path: join(folder, reportFiles[format]),
        content: await renderers[format](report),
      })),
    );
    for (const { path } of files) await checkOutput(path, { kind: "file" });
    for (const { path, content } of files) await writeFileAtomically(path, (beside) => writeFile(beside, content));
  });
}
