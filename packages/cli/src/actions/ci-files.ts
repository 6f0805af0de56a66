import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ciFormats,
  renderJunit,
  renderSarif,
  renderSummary,
  reportFiles,
  summaryBytes,
  type AuditReport,
  type CiFormat,
  type RegressionReport,
} from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import type { Output } from "@evenodds/data";
import { checkOutput } from "evenodds/internal";
import type { DescribedCommand } from "../options/described-command.js";
import { checkoutPath } from "../places/checkout-path.js";
import { realPlace } from "../places/real-place.js";
import { auditIdentity } from "./audit-identity.js";

/** Files for systems that run checks, by the flag that asks for them. */
export type CiFiles = { readonly [Format in CiFormat]?: string };

type AnyReport = AuditReport | RegressionReport;

/** What a report was made of and what is written beside it. */
export interface ReportPlaces {
  /** The model or table as the command line names it. */
  readonly audited: string | undefined;
  readonly command: DescribedCommand;
  /** The folder of the full report. */
  readonly out: string | undefined;
}

/** What the file of each format is to hold. */
const contents: Readonly<
  Record<CiFormat, (report: AnyReport, places: ReportPlaces & { readonly path: string }) => string | Promise<string>>
> = {
  junit: (report) => renderJunit(report),
  sarif: async (report, { audited, command }) => {
    const file = audited === undefined ? undefined : await checkoutPath(audited);
    return renderSarif(report, { file, identity: await auditIdentity(command) });
  },
  summary: (report, { path, out }) => grownSummary(report, { summary: path, out }),
};

/**
 * Throws {@link UsageError} where one of the files cannot be written, and where the summary would be added to a file
 * that is something else than Markdown: one that is not empty, is not called `.md` or `.markdown`, is not the
 * `stepSummary` of GitHub Actions and does not begin with an earlier report; and to one that is not text or has no room
 * left.
 */
export async function checkCiFiles(
  files: CiFiles,
  { stepSummary }: { readonly stepSummary?: string | undefined },
): Promise<void> {
  for (const flag of ciFormats) {
    const path = files[flag];
    if (path !== undefined) await checkOutput(path, { argument: `--${flag}`, kind: "file" });
  }
  if (files.summary === undefined) return;
  const expected = "a new or empty file, or one of Markdown to add to";
  const refuse = (found: string) => {
    const hint = "choose another file, such as summary.md";
    throw new UsageError({ argument: "--summary", expected, found: `${files.summary}, ${found}`, hint });
  };
  const text = await readSummary(files.summary);
  if (text === "") return;
  const known = /\.(md|markdown)$/i.test(files.summary) || reportTitles.some((title) => text.startsWith(title));
  if (!known && !(stepSummary !== undefined && (await areOne(stepSummary, files.summary)))) {
    refuse("which is called like none");
  }
  if (text.includes("\0") || text.includes("\ufffd")) refuse("which is no text in UTF-8");
  if (Buffer.byteLength(text) >= summaryBytes - 1)
    refuse(`which has ${summaryBytes} bytes or more, all that a step may write`);
}

/** How summaries begin, by the kind of report. */
const reportTitles = ["# Equalized odds audit", "# Regression audit", "# Fairness gates"];

async function areOne(path: string, other: string): Promise<boolean> {
  return (await realPlace(path)).key === (await realPlace(other)).key;
}

/**
 * Returns the files that are asked for, to be written together. A summary is added to what the file holds, as steps of
 * GitHub Actions do with theirs; it comes last, so that one that is there tells that all are.
 */
export async function ciOutputs(report: AnyReport, files: CiFiles, places: ReportPlaces): Promise<Output[]> {
  const outputs: Output[] = [];
  for (const format of ciFormats) {
    const path = files[format];
    if (path === undefined) continue;
    const content = await contents[format](report, { ...places, path });
    outputs.push({ path, kind: "file", write: (beside) => writeFile(beside, content) });
  }
  return outputs;
}

/** A file that is there and cannot be read must not be replaced by the new part alone. */
async function readSummary(summary: string): Promise<string> {
  return readFile(summary, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw new UsageError({
      argument: "--summary",
      expected: "a file to add to",
      found: `${summary}, which cannot be read (${error.code ?? error.message})`,
      hint: "choose another place",
    });
  });
}

function grownSummary(
  report: AnyReport,
  { summary, out }: { readonly summary: string; readonly out: string | undefined },
): Promise<string> {
  const fullReport =
    out === undefined ? "the report that evenodds audit --out writes" : join(out, reportFiles.markdown);
  return grownText(summary, (room) => renderSummary(report, { room, fullReport }));
}

/** Returns what a summary holds, and behind it what `render` makes for the room that is left, in bytes. */
export async function grownText(summary: string, render: (room: number) => string): Promise<string> {
  const before = await readSummary(summary);
  const start = before === "" ? "" : `${before.trimEnd()}\n\n`;
  return start + render(summaryBytes - 1 - Buffer.byteLength(start));
}
