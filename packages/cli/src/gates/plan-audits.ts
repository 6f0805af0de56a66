import { basename } from "node:path";
import type { ReportGate } from "@evenodds/auditor";
import { UsageError } from "@evenodds/core";
import type { AuditFlags } from "../actions/report-audit.js";
import { auditOptions } from "../options/audit-options.js";
import { runSubjects } from "../options/audit-subjects.js";
import { DescribedCommand } from "../options/described-command.js";
import { expandAudits, pathFrom, type FileAudit } from "./expand-audits.js";
import { checkOwnBaselines, fileBaseline, type PlannedBaseline } from "./file-baseline.js";
import { fileGate } from "./file-gate.js";
import { optionArguments } from "./file-options.js";
import { inWordsOfFile } from "./in-words-of-file.js";
import { parseOption } from "./parse-option.js";
import type { LocatedGates } from "./read-gates.js";
import {
  ofGates,
  ownGates,
  parseSettled,
  plainValue,
  settleOptions,
  type GateOverrides,
  type SettledOptions,
} from "./settle-options.js";

/** One audit that is ready to run, as the command line would have it. */
export interface PlannedAudit extends FileAudit {
  /** The parsed command line of `evenodds audit`. */
  readonly command: DescribedCommand;
  /** Paths from the working directory. */
  readonly modelPath: string | undefined;
  readonly graphPath: string | undefined;
  readonly flags: AuditFlags;
  readonly judged: readonly ReportGate[];
  readonly held: PlannedBaseline | undefined;
  /** Options that it takes over, by their keys: defaults of the file, and what the flags of the command say. */
  readonly taken: ReadonlyMap<string, unknown>;
}

/**
 * Returns the audits of a file, each checked as the command line of `evenodds audit` is, by the same table of options,
 * before any of them runs. What the flags say counts before what an audit says, and that before the defaults of the
 * file; defaults are taken where they have a meaning. Throws {@link UsageError} that names the key.
 */
export async function planAudits(gates: LocatedGates, overrides: GateOverrides): Promise<PlannedAudit[]> {
  const planned: PlannedAudit[] = [];
  for (const audit of expandAudits(gates)) planned.push(await planAudit(audit, { gates, overrides }));
  await checkOwnBaselines(planned, gates);
  for (const key of overrides.options.keys()) {
    if (planned.some(({ taken }) => taken.has(key))) continue;
    const expected = "an option of some audit of the file";
    throw new UsageError({
      argument: `--${key}`,
      expected,
      found: "none that it has a meaning for",
      hint: "leave it out",
    });
  }
  return planned;
}

interface PlanContext {
  readonly gates: LocatedGates;
  readonly overrides: GateOverrides;
}

async function planAudit(audit: FileAudit, context: PlanContext): Promise<PlannedAudit> {
  const { gates } = context;
  const where = `${basename(gates.path)}: audits.${audit.entry}`;
  return inWordsOfFile(where, async () => {
    const modelPath = audit.model === undefined ? undefined : pathFrom(gates.folder, audit.model);
    const graphPath = audit.graph === undefined ? undefined : pathFrom(gates.folder, audit.graph);
    const { own, taken, open } = settleOptions(audit, { ...context, arguments: [modelPath, graphPath], where });
    if (audit.gates.length === 0 && audit.baseline === undefined && !ownGates.some((key) => own.has(key))) {
      throw new UsageError({
        argument: `${where}: gates`,
        expected: "at least one gate",
        found: "none",
        hint: "without one nothing can fail; add gates, such as metric: equalizedOddsDifference with a limit",
      });
    }
    const command = new DescribedCommand(auditOptions);
    command.exitOverride().configureOutput({ writeOut: () => undefined, writeErr: () => undefined });
    const parsed = parsing(command);
    for (const [key, settled] of taken) {
      const value = parseSettled(settled, `${where}.${key}`);
      if (value !== undefined) command.setOptionValueWithSource(settled.option.attribute, value, "config");
    }
    const args = [...own].flatMap(([key, { option, value }]) => {
      parseOption(option, value, `${where}.${key}`);
      return optionArguments(option, value, `${where}.${key}`);
    });
    const named = [modelPath, graphPath].filter((path) => path !== undefined);
    await command.parseAsync([...args, ...(named.length === 0 ? [] : ["--", ...named])], { from: "user" });
    const flags = parsed();
    countAsGiven(command, { own, taken, open });
    const judged: ReportGate[] = [];
    for (const [i, gate] of audit.gates.entries()) {
      judged.push(await inWordsOfFile(`${where}.gates.${i}`, () => fileGate(gate, { ...context, flags })));
    }
    const values = new Map([...taken].map(([key, one]) => [key, plainValue(one.value)] as const));
    return {
      ...audit,
      command,
      modelPath,
      graphPath,
      flags,
      judged,
      held: fileBaseline(audit, context),
      taken: values,
    };
  });
}

function parsing(command: DescribedCommand): () => AuditFlags {
  let found: AuditFlags | undefined;
  command.action(() => {
    found = command.opts<AuditFlags & Record<string, unknown>>();
  });
  return () => found!;
}

/**
 * Makes options that an audit has taken over count as given once they have passed, so that its report records all of
 * them. What a model is, which only its file tells, may still have no use for one of them: there they stay defaults.
 */
function countAsGiven(command: DescribedCommand, { own, taken, open }: SettledOptions): void {
  if (open.some((subject) => runSubjects.includes(subject))) return;
  const hasGate = ownGates.some((key) => own.has(key) || taken.has(key));
  for (const [key, { option }] of taken) {
    if (ofGates.includes(key) && !hasGate) continue;
    const { attribute } = option;
    command.setOptionValueWithSource(attribute, command.getOptionValue(attribute), "cli");
  }
}
