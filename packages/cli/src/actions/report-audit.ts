import {
  ciFormats,
  renderAnnotations,
  renderJsonPieces,
  renderText,
  type AuditReport,
  type ColumnMap,
  type NonFinite,
  type OnInconclusive,
  type RegressionReport,
  type RuleKind,
} from "@evenodds/auditor";
import type { LabelBins, Provider, RequestedProvider, SplitPart } from "@evenodds/core";
import { checkOutput } from "evenodds/internal";
import type { CommandContext } from "../commands/command-context.js";
import { auditExitCode } from "../audit-exit-code.js";
import type { Terminal } from "../console/terminal.js";
import type { DescribedCommand } from "../options/described-command.js";
import { reportInFlagWords } from "../options/flag-words.js";
import type { CiFiles } from "./ci-files.js";
import type { SourceFlags } from "./requested-source.js";
import type { OutputFlags } from "./asked-kind.js";

/** Flags of `evenodds audit`. */
export interface AuditFlags extends SourceFlags, OutputFlags, CiFiles {
  readonly split: SplitPart | "all";
  readonly nodes?: string;
  readonly maxGap?: number;
  readonly labelBins?: LabelBins;
  readonly maxErrorGap?: number;
  readonly requireGate?: true;
  readonly rule: RuleKind;
  readonly sensitive?: string[];
  readonly positive?: string;
  readonly reference?: readonly string[];
  readonly minSupport: number;
  readonly draws: number;
  readonly alpha: number;
  readonly seed: number;
  readonly nonFinite: NonFinite;
  readonly onInconclusive: OnInconclusive;
  readonly provider: RequestedProvider;
  readonly deviceId?: number;
  readonly allowFallback?: true;
  readonly threads?: number;
  readonly stability?: true | readonly Provider[];
  readonly memory?: number;
  readonly map?: ColumnMap;
  readonly output?: string;
  readonly cluster?: string;
  readonly resolution?: number;
  readonly json?: true;
  readonly annotations?: true;
  readonly dryRun?: true;
  readonly attest?: string;
  readonly attestKey?: string;
  readonly out?: string;
}

/** Throws `UsageError` where a file that an audit is to write cannot be written. */
export async function checkReportFiles(flags: AuditFlags, { terminal }: CommandContext): Promise<void> {
  if (flags.out !== undefined) await checkOutput(flags.out, { kind: "folder" });
  if (asksForCiFiles(flags)) await (await import("./ci-files.js")).checkCiFiles(flags, terminal);
  const { attest, attestKey } = flags;
  if (attest !== undefined) await checkOutput(attest, { argument: "--attest", kind: "file" });
  if (attestKey !== undefined) await (await import("../evidence/attestation.js")).checkAttestKey(attestKey);
}

/** Prints a report of any kind, writes its files where they are asked for, and sets the exit code. */
export async function reportAudit(
  found: AuditReport | RegressionReport,
  flags: AuditFlags,
  of: {
    readonly audited: string | undefined;
    readonly command: DescribedCommand;
    readonly context: CommandContext;
  },
): Promise<void> {
  const { audited, command, context } = of;
  const { terminal, setExitCode } = context;
  const report = reportInFlagWords(found);
  if (context.takeReport !== undefined) return context.takeReport(report, audited);
  const { out: folder } = flags;
  const written =
    folder !== undefined || flags.attest !== undefined || asksForCiFiles(flags)
      ? await (
          await import("./write-report-files.js")
        ).writeReportFiles(report, {
          out: folder,
          audited,
          command,
          files: flags,
          attest: flags.attest,
          attestKey: flags.attestKey,
        })
      : [];
  const { palette, columns: width, out, log } = terminal;
  if (flags.json) for (const piece of renderJsonPieces(report)) out(piece);
  else out(renderText(report, { palette, width }));
  // The summary shows them itself.
  if (flags.json) report.warnings.forEach(({ message }) => log(`warning: ${message}`));
  if (report.verdict === "inconclusive" && flags.onInconclusive === "warn") {
    log("warning: the data cannot decide; --on-inconclusive warn makes the exit code 0");
  }
  for (const line of written) log(line);
  if (flags.annotations) await annotate(report, { audited, terminal });
  setExitCode(auditExitCode(report));
}

/** Says what was found in commands of GitHub Actions. */
async function annotate(
  report: AuditReport | RegressionReport,
  { audited, terminal }: { readonly audited: string | undefined; readonly terminal: Terminal },
): Promise<void> {
  const { pathWithinCheckout } = await import("../places/checkout-path.js");
  const file = audited === undefined ? undefined : await pathWithinCheckout(audited);
  for (const line of renderAnnotations(report, { file })) terminal.command(line);
}

function asksForCiFiles(files: CiFiles): boolean {
  return ciFormats.some((format) => files[format] !== undefined);
}
