import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  comparisonFiles,
  renderComparisonMarkdown,
  renderJsonPieces,
  renderMarkdown,
  reportFiles,
  type AuditReport,
  type ComparisonReport,
  type RegressionReport,
  type ReportFormat,
} from "@evenodds/auditor";
import { duringWork } from "@evenodds/core";
import { writeTogether, type Output } from "@evenodds/data";
import { checkOutput } from "./check-output.js";

type Text = string | Promise<string> | Iterable<string>;

/** What makes a report in each format. */
type Renderers<Report> = Readonly<Record<ReportFormat, (report: Report) => Text>>;

const renderers: Renderers<AuditReport | RegressionReport> = {
  json: renderJsonPieces,
  markdown: renderMarkdown,
  html: async (report) => (await import("@evenodds/auditor/html")).renderHtml(report),
};

const comparisonRenderers: Renderers<ComparisonReport> = {
  json: renderJsonPieces,
  markdown: renderComparisonMarkdown,
  html: async (report) => (await import("@evenodds/auditor/html")).renderComparisonHtml(report),
};

/** Writes `report.json`, `report.md` and `report.html` into a folder, all or none of them. */
export async function writeReport(report: AuditReport | RegressionReport, folder: string): Promise<void> {
  await writeTogether(await reportOutputs(report, folder));
}

/** Returns the files of {@link writeReport} as outputs, to be written together with others. */
export async function reportOutputs(report: AuditReport | RegressionReport, folder: string): Promise<Output[]> {
  return outputsOf(report, { folder, names: reportFiles, renderers });
}

/** Returns `comparison.json`, `comparison.md` and `comparison.html` as outputs. */
export async function comparisonOutputs(report: ComparisonReport, folder: string): Promise<Output[]> {
  return outputsOf(report, { folder, names: comparisonFiles, renderers: comparisonRenderers });
}

async function outputsOf<Report>(
  report: Report,
  to: {
    readonly folder: string;
    readonly names: Readonly<Record<ReportFormat, string>>;
    readonly renderers: Renderers<Report>;
  },
): Promise<Output[]> {
  const formats = Object.keys(to.names) as ReportFormat[];
  const files = await duringWork({ doing: "render report", library: null }, () =>
    Promise.all(
      formats.map(async (format) => ({
        path: join(to.folder, to.names[format]),
        content: await to.renderers[format](report),
      })),
    ),
  );
  for (const { path } of files) await checkOutput(path, { kind: "file" });
  return files.map(({ path, content }) => ({ path, kind: "file", write: (beside) => writeFile(beside, content) }));
}
