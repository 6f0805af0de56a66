import { join, posix } from "node:path";
import {
  checkDay,
  gateRunVerdict,
  jsonText,
  judgeGates,
  mostSarifRuns,
  renderGatesAnnotations,
  renderGatesText,
  reportFiles,
  ruleFindings,
  type AuditReport,
  type GatedAudit,
  type GateRun,
  type RegressionReport,
} from "@evenodds/auditor";
import { isEvenoddsError, isSystemError, UsageError, version } from "@evenodds/core";
import { writeTogether, type Output } from "@evenodds/data";
import { checkOutput, reportOutputs } from "evenodds/internal";
import { gateExitCode } from "../audit-exit-code.js";
import type { CommandContext } from "../commands/command-context.js";
import { overridingOptions, type GateFlags } from "../commands/gate.js";
import { dependentAudits } from "../gates/audit-files.js";
import { chosenAudits } from "../gates/chosen-audits.js";
import { holdAudit, type HeldAudit } from "../gates/hold-audit.js";
import { planAudits, type PlannedAudit } from "../gates/plan-audits.js";
import { readGates } from "../gates/read-gates.js";
import { renderConfig } from "../gates/render-config.js";
import type { DescribedCommand } from "../options/described-command.js";
import { flagWords } from "../options/flag-words.js";
import { pathWithinCheckout } from "../places/checkout-path.js";
import { checkPlaces, type NamedInput, type NamedOutput } from "../places/check-places.js";
import { commandPlaces } from "../places/command-places.js";
import { givenValues } from "../options/check-options.js";
import { auditAction } from "./audit.js";
import { checkCiFiles } from "./ci-files.js";
import { gateOutputs } from "./gate-outputs.js";

/** Runs the audits of a file of gates, judges their gates, and says once what came of all of them. */
export async function gateAction(
  file: string | undefined,
  flags: GateFlags,
  { command, context }: { readonly command: DescribedCommand; readonly context: CommandContext },
): Promise<void> {
  const { terminal, setExitCode } = context;
  const { today, only, changed, out } = flags;
  if (today !== undefined) checkDay(today, "--today");
  const gates = await readGates(file);
  const planned = await planAudits(gates, { options: overridesOf(command), today });
  checkBaselineFlags(planned, flags);
  const chosen = chosenAudits(planned, only);
  if (flags.printConfig) return terminal.out(renderConfig(chosen, { isJson: flags.json === true }));
  const paths = changed === true ? [] : changed;
  const asked = paths === undefined ? chosen : await dependentAudits(chosen, { changed: paths, gatesFile: gates.path });
  await checkAllPlaces(asked, { gatesFile: gates.path, command, flags });
  if (out !== undefined) await checkOutput(out, { kind: "folder" });
  await checkCiFiles(flags, terminal);

  const audits: GatedAudit[] = [];
  const outputs: Output[] = [];
  const told: string[] = [];
  for (const audit of asked) {
    const { gated, report, told: ofBaseline } = await runAudit(audit, { flags, gatesFile: gates.path, context });
    audits.push(gated);
    for (const line of ofBaseline) told.push(line);
    if (out === undefined || report === null) continue;
    for (const output of await reportOutputs(report, join(out, audit.name))) outputs.push(output);
  }
  const run: GateRun = {
    schemaVersion: 1,
    tool: { name: "evenodds", version },
    file: gates.path,
    today: today ?? null,
    verdict: gateRunVerdict(audits),
    audits,
    notRun: planned.filter((audit) => !asked.includes(audit)).map(({ name }) => name),
  };
  for (const output of await gateOutputs(run, flags)) outputs.push(output);
  await writeTogether(outputs);
  const { palette, columns: width } = terminal;
  terminal.out(flags.json ? jsonText(run) : renderGatesText(run, { palette, width }));
  for (const line of [...told, ...writtenLines(flags, audits)]) terminal.log(line);
  if (flags.annotations) {
    const place = await pathWithinCheckout(gates.path);
    for (const line of renderGatesAnnotations(run, { file: place })) terminal.command(line);
  }
  setExitCode(gateExitCode(run.verdict));
}

/** Throws `UsageError` where baselines are to be written and the file names none. */
function checkBaselineFlags(planned: readonly PlannedAudit[], { updateBaseline, rebase }: GateFlags): void {
  if (!(updateBaseline || rebase) || planned.some(({ held }) => held !== undefined)) return;
  throw new UsageError({
    argument: rebase ? "--rebase" : "--update-baseline",
    expected: "a baseline of some audit of the file",
    found: "none",
    hint: "name one there, such as baseline: baselines/{audit}.json",
  });
}

/** Options of audits that the command line gives, by their keys. */
function overridesOf(command: DescribedCommand): ReadonlyMap<string, unknown> {
  return new Map(
    overridingOptions.flatMap(({ key, attribute }) => {
      const value: unknown = command.getOptionValue(attribute);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}

/** Throws `UsageError` where the command would write over what it or one of its audits reads. */
async function checkAllPlaces(
  audits: readonly PlannedAudit[],
  {
    gatesFile,
    command,
    flags: { out, updateBaseline, rebase },
  }: { readonly gatesFile: string; readonly command: DescribedCommand; readonly flags: GateFlags },
): Promise<void> {
  const places = commandPlaces(command.table, givenValues(command));
  const inputs: NamedInput[] = [{ argument: "file", value: gatesFile, kind: "file" }];
  const outputs: NamedOutput[] = [...places.outputs];
  const names = Object.values(reportFiles);
  for (const { name, command: audit, held } of audits) {
    for (const input of commandPlaces(audit.table, givenValues(audit)).inputs) inputs.push(input);
    if (out !== undefined) outputs.push({ flag: "--out", path: join(out, name), kind: { kind: "files", names } });
    if (held === undefined) continue;
    const { path } = held;
    const argument = `baseline of ${name}`;
    if (updateBaseline || rebase) {
      await checkOutput(path, { argument, kind: "file" });
      outputs.push({ flag: argument, path, kind: { kind: "file" } });
    } else inputs.push({ argument, value: path, kind: "file" });
  }
  await checkPlaces({ inputs, outputs });
}

/** What comes of no baseline. */
const nothingHeld: HeldAudit = { findings: [], errors: [], told: [] };

/** One audit, as `evenodds audit` makes it, with what came of its gates; what it throws is said, and others go on. */
async function runAudit(
  audit: PlannedAudit,
  of: { readonly flags: GateFlags; readonly gatesFile: string; readonly context: CommandContext },
): Promise<{
  readonly gated: GatedAudit;
  readonly report: AuditReport | RegressionReport | null;
  readonly told: readonly string[];
}> {
  const { name, command, modelPath, graphPath, flags: own, judged, held } = audit;
  const { flags, gatesFile, context } = of;
  const source = own.predictions?.[0] ?? own.counts?.[0] ?? own.db;
  const file = modelPath ?? source ?? gatesFile;
  const nothing = { name, file, subject: null, report: null, findings: [] };
  let report: AuditReport | RegressionReport | null = null;
  try {
    const silent: CommandContext = { ...context, setExitCode: () => undefined, takeReport: (made) => (report = made) };
    const { memory } = flags;
    await auditAction({ ...own, memory }, { model: modelPath, graph: graphPath, command, context: silent });
  } catch (error) {
    const isOfUser = isEvenoddsError(error) && error.code !== "crash" && error.code !== "interrupted";
    if (!isOfUser && !isSystemError(error)) throw error;
    return { gated: { ...nothing, errors: [flagWords(error.message)] }, report: null, told: [] };
  }
  const made = report as unknown as AuditReport | RegressionReport;
  const { findings, errors } = judgeGates(made, judged, { today: flags.today });
  const compared = held === undefined ? nothingHeld : await holdAudit(made, held, flags);
  const noted = withNote(made, judged.length + (held === undefined ? 0 : 1));
  return {
    gated: {
      name,
      file,
      subject: subjectOf(made),
      report: flags.out === undefined ? null : posix.join(name, reportFiles.html),
      findings: [...ruleFindings(made), ...findings, ...compared.findings],
      errors: [...errors, ...compared.errors],
    },
    report: noted,
    told: compared.told,
  };
}

/** The report itself has no gates of the file: it says where they are judged. */
function withNote<R extends AuditReport | RegressionReport>(report: R, gates: number): R {
  if (gates === 0) return report;
  const note = `${gates === 1 ? "A gate" : `${gates} gates`} on this audit ${gates === 1 ? "is" : "are"} judged by evenodds gate, in gates.html beside the folder of this report.`;
  return { ...report, notes: [...report.notes, note] };
}

/** What was audited, in names that do not depend on where files lie. */
function subjectOf(report: AuditReport | RegressionReport): string | null {
  const model = "model" in report ? report.model?.file : undefined;
  const data = report.data?.name;
  return model === undefined ? (data ?? null) : data === undefined ? model : `${model} on ${data}`;
}

function writtenLines({ out, junit, sarif, summary }: GateFlags, audits: readonly GatedAudit[]): string[] {
  const files = [junit, sarif, summary].filter((path) => path !== undefined);
  const reports = audits.filter(({ report }) => report !== null).length;
  const also = reports === 0 ? "" : `, and the ${reports === 1 ? "report" : `${reports} reports`} beside it`;
  return [
    ...(out === undefined ? [] : [`wrote ${join(out, "gates.html")}, gates.md and gates.json${also}`]),
    ...(files.length === 0 ? [] : [`wrote ${files.join(", ")}`]),
    ...(sarif === undefined || audits.length <= mostSarifRuns ? [] : [tooManyRuns(sarif, audits.length)]),
  ];
}

function tooManyRuns(sarif: string, audits: number): string {
  return (
    `${sarif} has ${audits} runs, one for each audit, and GitHub takes no file with more than ${mostSarifRuns}: ` +
    "write several files, each with some of the audits (--only)"
  );
}
