import { join } from "node:path";
import { comparisonFiles, renderComparisonText, renderJsonPieces, type ComparisonReport } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import { writeTogether } from "@evenodds/data";
import {
  checkOutput,
  compareModels,
  compareReports,
  compareTables,
  comparisonOutputs,
  dataFilesOf,
  readInspected,
} from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import type { DescribedCommand } from "../options/described-command.js";
import { reportInFlagWords } from "../options/flag-words.js";
import { askedKind } from "./asked-kind.js";
import type { AuditFlags } from "./report-audit.js";
import { requestedData } from "./requested-data.js";

/** Flags of `evenodds compare`. */
export type CompareFlags = Omit<AuditFlags, "minSupport" | "maxGap" | "rule" | "onInconclusive"> & {
  readonly minSupport?: number;
  readonly unpaired?: true;
};

/** What the command line names, and who speaks. */
interface CompareCall {
  readonly a: string;
  readonly b: string;
  readonly graph: string | undefined;
  readonly command: DescribedCommand;
  readonly context: CommandContext;
}

/** Compares what the flags and the arguments name, and prints what has changed. */
export async function compareAction(flags: CompareFlags, call: CompareCall): Promise<void> {
  const { context } = call;
  const { out: folder, json } = flags;
  if (folder !== undefined) await checkOutput(folder, { kind: "folder" });
  const report = reportInFlagWords(await compared(flags, call));
  if (folder !== undefined) await writeTogether(await comparisonOutputs(report, folder));
  const { palette, columns: width, out, log } = context.terminal;
  if (json) for (const piece of renderJsonPieces(report)) out(piece);
  else out(renderComparisonText(report, { palette, width }));
  if (json) report.warnings.forEach(({ message }) => log(`warning: ${message}`));
  if (folder === undefined) return;
  const { html, ...others } = comparisonFiles;
  log(`wrote ${join(folder, html)}, ${others.markdown} and ${others.json}`);
}

async function compared(flags: CompareFlags, { a, b, graph, command }: CompareCall): Promise<ComparisonReport> {
  if (graph !== undefined) return comparedModels(flags, { a, b, graph, command });
  if (flags.prediction === undefined && flags.score === undefined) return compareReports({ a, b }, flags);
  const { id, label, sensitive = [], labels, unmatched, header, delimiter, comment, ...options } = flags;
  if (id === undefined) throw lacking("--id", "the column by which the rows of both tables are matched");
  if (label === undefined) throw lacking("--label", "the column of the true class");
  const tables = { a, b, labels, id, unmatched, header, delimiter, comment };
  return compareTables(tables, { ...options, label, sensitive });
}

async function comparedModels(
  flags: CompareFlags,
  { a, b, graph, command }: Pick<CompareCall, "a" | "b" | "command"> & { readonly graph: string },
): Promise<ComparisonReport> {
  const outputKind = askedKind(flags);
  const [first, second] = [await readInspected(a), await readInspected(b)];
  for (const model of [first, second]) await command.checkRead(...dataFilesOf(model));
  const data = requestedData(graph, flags);
  const isTabular = typeof data !== "string";
  if (isTabular && flags.sensitive === undefined) throw lacking("--sensitive", "the columns of the groups");
  const id = isTabular ? undefined : flags.id;
  return compareModels({ a: first, b: second }, data, { ...flags, id, outputKind });
}

function lacking(flag: string, expected: string): UsageError {
  return new UsageError({ argument: flag, expected, found: "none" });
}
