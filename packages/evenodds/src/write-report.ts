import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { renderJson, renderMarkdown, type AuditReport, type RegressionReport } from "@evenodds/auditor";
import { writeFileAtomically } from "@evenodds/data";
import { checkOutput } from "./check-output.js";

/** Writes `report.json`, `report.md` and `report.html` into a folder; every file is there whole or not at all. */
export async function writeReport(report: AuditReport | RegressionReport, folder: string): Promise<void> {
  const { renderHtml } = await import("@evenodds/auditor/html");
  const files = {
    "report.json": renderJson(report),
    "report.md": renderMarkdown(report),
    "report.html": renderHtml(report),
  };
  await writeFiles(files, folder);
}

async function writeFiles(files: Readonly<Record<string, string>>, folder: string): Promise<void> {
  for (const name of Object.keys(files)) await checkOutput(join(folder, name), { kind: "file" });
  for (const [name, content] of Object.entries(files)) {
    await writeFileAtomically(join(folder, name), (beside) => writeFile(beside, content));
  }
}
