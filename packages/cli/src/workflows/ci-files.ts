import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { renderJunit, renderSarif, renderSummary, summaryBytes, type AuditReport } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { writeFileAtomically } from "@evenodds/data";
import { checkOutput } from "./check-output.js";

/** Files for systems that run checks, by the flag that asks for them. */
export interface CiFiles {
  readonly junit?: string;
  readonly sarif?: string;
  readonly summary?: string;
}

const flags = ["junit", "sarif", "summary"] as const;

/** Throws {@link UsageError} where one of the files cannot be written. */
export async function checkCiFiles(files: CiFiles): Promise<void> {
  for (const flag of flags) {
    const path = files[flag];
    if (path !== undefined) await checkOutput(path, { flag: `--${flag}`, kind: "file" });
  }
}

/**
 * Writes the files that are asked for, each whole or not at all, and returns their paths. A summary is added to what the file
 * holds, as steps of GitHub Actions do with theirs. `audited` is the model or table as the command line names it, and `out`
 * the folder of the full report.
 */
export async function writeCiFiles(
  report: AuditReport,
  files: CiFiles,
  { audited, out }: { readonly audited: string | undefined; readonly out: string | undefined },
): Promise<string[]> {
  const { junit, sarif, summary } = files;
  const written: string[] = [];
  const write = async (path: string, content: string) => {
    await writeFileAtomically(path, (beside) => writeFile(beside, content));
    written.push(path);
  };
  if (junit !== undefined) await write(junit, await renderJunit(report));
  if (sarif !== undefined) {
    await write(sarif, renderSarif(report, { file: audited === undefined ? undefined : relative("", audited) }));
  }
  if (summary !== undefined) await write(summary, await grownSummary(report, { summary, out }));
  return written;
}

async function grownSummary(
  report: AuditReport,
  { summary, out }: { readonly summary: string; readonly out: string | undefined },
): Promise<string> {
  // A file that is there and cannot be read must not be replaced by the new part alone.
  const before = await readFile(summary, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw new UsageError({
      argument: "--summary",
      expected: "a file to add to",
      found: `${summary}, which cannot be read (${error.code ?? error.message})`,
      hint: "choose another place",
    });
  });
  const start = before === "" ? "" : `${before.trimEnd()}\n\n`;
  const room = summaryBytes - 1 - Buffer.byteLength(start);
  return start + renderSummary(report, { room, fullReport: out === undefined ? undefined : join(out, "report.md") });
}
