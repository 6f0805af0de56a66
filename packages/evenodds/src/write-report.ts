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
import { writeTogether, type Output } from "@evenodds/data";
import { checkOutput } from "./check-output.js";

type Render = (report: AuditReport | RegressionReport) => string | Promise<string> | Iterable<string>;

const renderers: Readonly<Record<ReportFormat, Render>> = {
  json: renderJsonPieces,
  markdown: renderMarkdown,
  html: async (report) => (await import("@evenodds/auditor/html")).renderHtml(report),
};

/** Writes `report.json`, `report.md` and `report.html` into a folder, all or none of them. */
export async function writeReport(report: AuditReport | RegressionReport, folder: string): Promise<void> {
  await writeTogether(await reportOutputs(report, folder));
}

/** Returns the files of {@link writeReport} as outputs, to be written together with others. */
export async function reportOutputs(report: AuditReport | RegressionReport, folder: string): Promise<Output[]> {
  const formats = Object.keys(reportFiles) as ReportFormat[];
  const files = await duringWork({ doing: "render report", library: null }, () =>
    Promise.all(
      formats.map(async (format) => ({
        path: join(folder, reportFiles[format]),
        content: await renderers[format](report),
      })),
    ),
  );
  for (const { path } of files) await checkOutput(path, { kind: "file" });
  return files.map(({ path, content }) => ({ path, kind: "file", write: (beside) => writeFile(beside, content) }));
}
