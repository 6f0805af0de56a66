import { readdir, readFile } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import {
  comparisonFiles,
  gateFiles,
  makeHistory,
  recordedAudit,
  type History,
  type HistoryEntry,
} from "@evenodds/auditor";
import { duringWork, InputError, UsageError } from "@evenodds/core";
import { unreadable } from "../read-given-file.js";

/** Reports that are read side by side: each alone would wait for its file. */
const atOnce = 32;

/** Reports of a folder over time. */
export interface ReadHistory {
  readonly history: History;
  /**
   * JSON files of the folder that are no reports by their names, and so were left out; not those that evenodds itself
   * writes beside reports, such as `gates.json`.
   */
  readonly leftOut: readonly string[];
}

/** JSON files that stand beside reports of audits and are none. */
const besideReports: readonly string[] = [gateFiles.json, comparisonFiles.json];

/**
 * Reads the reports of audits below a folder: files called `report.json`, as `audit --out` writes them, or ending in
 * `.report.json`. The folder in which a report lies directly below `folder` says when it was made; the folders below
 * that, and what stands before `.report.json`, say what is followed: `reports/2026-11-02/nba/report.json` is series
 * `nba` at `2026-11-02`. Without them, what was audited is the name of the series.
 *
 * `order` names the points, one after the other; without it they are in the natural order of their names, in which `v2`
 * comes before `v10`.
 *
 * Throws {@link InputError} for a folder without reports, for a report that is none, for two of one series at one point
 * and for a point that the order lacks, and {@link UsageError} where the points are commits, whose names have no order.
 */
export async function readHistory(
  folder: string,
  { order }: { readonly order?: readonly string[] | undefined } = {},
): Promise<ReadHistory> {
  const files = (await jsonFiles(folder)).sort();
  const isReport = (file: string) => /(?:^|[/\\.])report\.json$/.test(file);
  const reports = files.filter(isReport);
  if (reports.length === 0) {
    throw new InputError({
      argument: folder,
      expected: "reports of audits in folders of their own, such as 2026-11-02/report.json",
      found: files.length === 0 ? "no JSON file" : `${files.length} JSON files of other names`,
      hint: "write them with evenodds audit … --out <folder>/<date or commit>",
    });
  }
  const entries: HistoryEntry[] = [];
  await duringWork({ doing: "read reports", library: null }, async (work) => {
    for (let done = 0; done < reports.length; done += atOnce) {
      work.advance({ done, total: reports.length, unit: "reports" });
      const files = reports.slice(done, done + atOnce);
      for (const entry of await Promise.all(files.map((file) => entryOf(folder, file)))) entries.push(entry);
    }
  });
  checkOrder(entries, order);
  const leftOut = files.filter((file) => !isReport(file) && !besideReports.includes(basename(file)));
  return { history: makeHistory(entries, { order }), leftOut };
}

async function jsonFiles(folder: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory() && entry.name.endsWith(".json"))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length));
  } catch (cause) {
    throw unreadable(cause, { path: folder, expected: "a folder of reports", kind: "folder" });
  }
}

async function entryOf(folder: string, file: string): Promise<HistoryEntry> {
  const path = join(folder, file);
  const [point, ...rest] = file.split(sep);
  const name = rest.pop();
  if (point === undefined || name === undefined) {
    throw new InputError({
      argument: path,
      expected: "a folder that says when it was made, such as 2026-11-02/report.json",
      found: "none",
    });
  }
  const audit = recordedAudit(await readFile(path, "utf8"), path);
  const own = name.replace(/\.?report\.json$/, "");
  const series = [...rest, ...(own === "" ? [] : [own])].join("/");
  return { point, series: series === "" ? audit.subject : series, file: path, audit };
}

/** Throws {@link UsageError} where the names of all points look like commits and nobody says how they follow. */
function checkOrder(entries: readonly HistoryEntry[], order: readonly string[] | undefined): void {
  const points = [...new Set(entries.map(({ point }) => point))];
  const isCommit = (point: string) => /^[0-9a-f]{7,64}$/.test(point) && /[a-f]/.test(point);
  if (order !== undefined || points.length < 2 || points.filter(isCommit).length < points.length / 2) return;
  throw new UsageError({
    argument: "‘order’",
    expected: "the order of the points, because names of commits have none",
    found: "none",
    hint: "name a file with a point in each line, such as git log --reverse --format=%h writes",
  });
}
