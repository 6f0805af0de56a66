import { createHash } from "node:crypto";
import {
  comparedReports,
  compareOutcomesInSteps,
  readReport,
  type AuditReport,
  type ComparisonReport,
} from "@evenodds/auditor";
import { version } from "@evenodds/core";
import { readGivenFile } from "../read-given-file.js";
import { comparisonSettings, type CompareOptions } from "./compare-options.js";
import { toldApart } from "./told-apart.js";

/** How the reports of two audits are compared. */
export interface ReportComparisonOptions extends CompareOptions {
  /** Attributes that are compared. Default: all, of which both reports then have to have the same. */
  readonly sensitive?: readonly string[] | undefined;
  /** Whether the rows of the reports are taken as other ones, drawn alike. Default: false. */
  readonly unpaired?: boolean | undefined;
}

/**
 * Returns what has changed between the reports of two audits of classifiers, A before and B after, given the paths of
 * their JSON files. Reports hold the counts of each model by themselves, so less can be told than by `compareModels`.
 *
 * Throws {@link InputError} for files that are no reports, and for what is not comparable: other data or nodes (unless
 * `unpaired`), classes, groups, attributes (unless `sensitive`) or minimum supports (unless `minSupport`).
 */
export async function compareReports(
  reports: { readonly a: string; readonly b: string },
  options: ReportComparisonOptions = {},
): Promise<ComparisonReport> {
  const [a, b] = [await readReportFile(reports.a), await readReportFile(reports.b)];
  const { sensitive, unpaired, seed } = options;
  const names = toldApart(reports.a, reports.b);
  const input = comparedReports(
    { a: a.report, b: b.report },
    {
      ...comparisonSettings(options),
      a: { file: names.a, sha256: a.sha256 },
      b: { file: names.b, sha256: b.sha256 },
      ...{ version, seed, sensitive, unpaired },
    },
  );
  return compareOutcomesInSteps(input, options);
}

/** Returns the report that a file holds, with the hash of the file. Throws {@link InputError} for any other file. */
export async function readReportFile(path: string): Promise<{ readonly report: AuditReport; readonly sha256: string }> {
  const bytes = await readGivenFile(path, { expected: "a report.json to read" });
  const report = readReport(bytes.toString("utf8"), path);
  return { report, sha256: createHash("sha256").update(bytes).digest("hex") };
}
