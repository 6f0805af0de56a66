import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { renderHtml, renderJson, renderMarkdown, type AuditReport } from "@evenodds/auditor";
import writeFileAtomic from "write-file-atomic";

/** Writes `report.json`, `report.md` and `report.html` into a folder; every file is there whole or not at all. */
export async function writeReport(report: AuditReport, folder: string): Promise<void> {
  const files = {
    "report.json": renderJson(report),
    "report.md": renderMarkdown(report),
    "report.html": renderHtml(report),
  };
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFileAtomic(join(folder, name), content);
}
