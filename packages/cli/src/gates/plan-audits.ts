import { basename } from "node:path";
import { checkReportGate, hasIntervals, parseSubgroup, type GroupPart, type ReportGate } from "@evenodds/auditor";
import { isEvenoddsError, ownValue, suggest, UsageError, type Complaint } from "@evenodds/core";
import { CommanderError } from "commander";
import { auditOptions } from "../options/audit-options.js";
import { auditSubjectsOf } from "../options/audit-subjects.js";
import { DescribedCommand } from "../options/described-command.js";
import type { AuditFlags } from "../actions/report-audit.js";
import { expandAudits, pathFrom, type FileAudit } from "./expand-audits.js";
import { defaultOptions, type GateEntry } from "./gates-schema.js";
import { fileOptions, optionArguments, type FileOption } from "./file-options.js";
import { parseOption } from "./parse-option.js";
import type { LocatedGates } from "./read-gates.js";

/** What the flags of `evenodds gate` say for all audits. */
export interface GateOverrides {
  /** Options of audits by their keys, as their flags' parsers made them. */
  readonly options: ReadonlyMap<string, unknown>;
  readonly today?: string | undefined;
}

/** One audit that is ready to run, as the command line would have it. */
export interface PlannedAudit extends FileAudit {
  /** The parsed command line of `evenodds audit`. */
  readonly command: DescribedCommand;
  /** Paths from the working directory. */
  readonly modelPath: string | undefined;
  readonly graphPath: string | undefined;
  readonly flags: AuditFlags;
  readonly judged: readonly ReportGate[];
  /** Options that it takes over, by their keys: defaults of the file, and what the flags of the command say. */
  readonly taken: ReadonlyMap<string, unknown>;
}

/** Options by which an audit judges a gate of its own; the gates of a file take them as their defaults. */
const ofGates = ["rule", "on-inconclusive"];
const ownGates = ["max-gap", "max-error-gap"];

/**
 * Returns the audits of a file, each checked as the command line of `evenodds audit` is, by the same table of options,
 * before any of them runs. What the flags say counts before what an audit says, and that before the defaults of the
 * file; defaults are taken where they have a meaning. Throws {@link UsageError} that names the key.
 */
export async function planAudits(gates: LocatedGates, overrides: GateOverrides): Promise<PlannedAudit[]> {
  const planned: PlannedAudit[] = [];
  for (const audit of expandAudits(gates)) planned.push(await planAudit(audit, { gates, overrides }));
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
  return inWordsOf(where, async () => {
    const modelPath = audit.model === undefined ? undefined : pathFrom(gates.folder, audit.model);
    const graphPath = audit.graph === undefined ? undefined : pathFrom(gates.folder, audit.graph);
    const { own, taken } = settleOptions(audit, { ...context, arguments: [modelPath, graphPath], where });
    if (audit.gates.length === 0 && !ownGates.some((key) => own.has(key))) {
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
    for (const [key, { option, value }] of taken) {
      const settled = parseTaken(option, value, `${where}.${key}`);
      if (settled !== undefined) command.setOptionValueWithSource(option.attribute, settled, "config");
    }
    const args = [...own].flatMap(([key, { option, value }]) => {
      parseOption(option, value, `${where}.${key}`);
      return optionArguments(option, value, `${where}.${key}`);
    });
    const named = [modelPath, graphPath].filter((path) => path !== undefined);
    await command.parseAsync([...args, ...(named.length === 0 ? [] : ["--", ...named])], { from: "user" });
    const flags = parsed();
    const judged = audit.gates.map((gate, i) => gateOf(gate, { ...context, flags, where: `${where}.gates.${i}` }));
    const values = new Map([...taken].map(([key, one]) => [key, plainValue(one.value)] as const));
    return { ...audit, command, modelPath, graphPath, flags, judged, taken: values };
  });
}

/** An option with the value that it has in the file, or that a flag gave it. */
interface Settled {
  readonly option: FileOption;
  readonly value: unknown;
}

/** A value that a flag gave has been parsed already. */
class ParsedValue {
  constructor(readonly value: unknown) {}
}

function plainValue(value: unknown): unknown {
  return value instanceof ParsedValue ? value.value : value;
}

function parseTaken(option: FileOption, value: unknown, where: string): unknown {
  return value instanceof ParsedValue ? value.value : parseOption(option, value, where);
}

function parsing(command: DescribedCommand): () => AuditFlags {
  let found: AuditFlags | undefined;
  command.action(() => {
    found = command.opts<AuditFlags & Record<string, unknown>>();
  });
  return () => found!;
}

/** Parts the options that count as given from those that an audit takes over where they have a meaning. */
function settleOptions(
  audit: FileAudit,
  of: PlanContext & { readonly arguments: readonly unknown[]; readonly where: string },
): { readonly own: ReadonlyMap<string, Settled>; readonly taken: ReadonlyMap<string, Settled> } {
  const { gates, overrides, where } = of;
  const own = new Map<string, Settled>();
  const soft = new Map<string, Settled>();
  const defaults = gates.content.defaults ?? {};
  const softened = (key: string) => ofGates.includes(key) && !ownGates.some((gate) => audit.options.has(gate));
  for (const option of fileOptions) {
    const { key } = option;
    const value = audit.options.get(key);
    if (value !== undefined)
      (softened(key) ? soft : own).set(key, { option, value: located(option, { value, where, gates }) });
  }
  const values = Object.fromEntries([...own].map(([, { option, value }]) => [option.attribute, value]));
  const open = auditSubjectsOf({ values, arguments: of.arguments });
  const fits = ({ spec, flag }: FileOption) => {
    const isLegal = spec.subjects === undefined || open.some((subject) => spec.subjects!.includes(subject));
    const isFree = [...own.values()].every(
      ({ option }) => !(spec.conflicts ?? []).includes(option.flag) && !(option.spec.conflicts ?? []).includes(flag),
    );
    return isLegal && isFree;
  };
  for (const option of defaultOptions) {
    const { key } = option;
    const value = ownValue(defaults, key);
    if (value !== undefined && !own.has(key) && !soft.has(key) && fits(option)) soft.set(key, { option, value });
  }
  for (const option of fileOptions) {
    const { key } = option;
    if (!overrides.options.has(key)) continue;
    own.delete(key);
    if (fits(option)) soft.set(key, { option, value: new ParsedValue(overrides.options.get(key)) });
  }
  return { own, taken: soft };
}

/** Paths of the file become paths from the working directory, and a database does not hold its password in the file. */
function located(
  { spec, key }: FileOption,
  { value, where, gates }: { readonly value: unknown; readonly where: string; readonly gates: LocatedGates },
): unknown {
  if (key === "postgres") checkPassword(String(value), `${where}.${key}`);
  if (spec.reads === undefined || spec.reads === "query") return value;
  const paths = [value].flat().map((path) => pathFrom(gates.folder, String(path)));
  return Array.isArray(value) ? paths : paths[0];
}

function checkPassword(url: string, argument: string): void {
  if (!/^[a-z]+:\/\/[^/@]*:[^/@]+@/i.test(url) && !/[?&]password=/i.test(url)) return;
  throw new UsageError({
    argument,
    expected: "a database without its password",
    found: "one with it",
    hint: "leave it out of the file, and give it by PGPASSWORD or ~/.pgpass",
  });
}

function gateOf(
  entry: GateEntry,
  of: PlanContext & { readonly flags: AuditFlags; readonly where: string },
): ReportGate {
  const { flags, overrides, where } = of;
  const { metric, limit, floor, attribute, severity, waive } = entry;
  const { options, today } = overrides;
  const overridden = <T>(key: string, own: T): T => (options.has(key) && own !== undefined ? (undefined as T) : own);
  return inGate(where, () => {
    if (waive !== undefined && today === undefined) {
      throw new UsageError({
        argument: "waive",
        expected: "the day on which waivers are judged",
        found: "none",
        hint: "add --today, such as --today 2027-01-31; no clock is read, so that the same files give the same verdict",
      });
    }
    const common = options.has("rule") || entry.rule === undefined ? flags.rule : entry.rule;
    const isExplicit = entry.rule !== undefined && !options.has("rule");
    const gate: ReportGate = {
      metric,
      ...{ limit, floor, severity },
      attribute: attribute === undefined ? undefined : String(attribute),
      subgroup: entry.subgroup === undefined ? undefined : partsOf(entry.subgroup),
      class: entry.class === undefined ? undefined : String(entry.class),
      // A default is taken where there are intervals; who asks for them by name is told that there are none.
      rule: isExplicit || hasIntervals(metric) ? common : "point",
      minimumSupport: overridden("min-support", entry["min-support"]),
      onInconclusive: overridden("on-inconclusive", entry.inconclusive),
      waiver: waive,
    };
    checkReportGate(gate);
    return gate;
  });
}

function partsOf(subgroup: NonNullable<GateEntry["subgroup"]>): GroupPart[] {
  if (typeof subgroup === "string") return parseSubgroup(subgroup);
  return Object.entries(subgroup).map(([attribute, value]) => ({ attribute, value: String(value) }));
}

/** Runs `work`; what it throws is said of the gate at `where`. */
function inGate<T>(where: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isEvenoddsError(error)) throw error;
    throw saidOf(where, error.complaint, error);
  }
}

/** Runs `work`; what it throws is said of the audit at `where`, in the words of the file: flags without dashes. */
async function inWordsOf<T>(where: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CommanderError) {
      const found = error.message.replace(/^error: /, "");
      throw new UsageError({ argument: where, expected: "options of evenodds audit", found }, { cause: error });
    }
    if (!isEvenoddsError(error) || error.complaint.argument.startsWith(where)) throw error;
    throw saidOf(where, error.complaint, error);
  }
}

function saidOf(where: string, { argument, expected, found, hint }: Complaint, cause: unknown): UsageError {
  const plain = (text: string) => text.replace(/(?<=^|[\s(])--(?=[a-z])(?!today|help)/g, "");
  const key = plain(argument);
  const isKey = /^[a-z-]+$/.test(key);
  return new UsageError(
    {
      argument: isKey ? `${where}.${key}` : `${where}: ${key}`,
      expected: plain(expected),
      found: plain(found),
      hint: hint === undefined ? undefined : plain(hint),
    },
    { cause },
  );
}

/**
 * Returns the audits of these names; a name of the file stands for all that it was expanded to. Throws
 * {@link UsageError} with near matches for a name that no audit has.
 */
export function chosenAudits<A extends Pick<FileAudit, "name" | "entry">>(
  audits: readonly A[],
  names: readonly string[] | undefined,
): A[] {
  if (names === undefined) return [...audits];
  const known = new Set(audits.flatMap(({ name, entry }) => [name, entry]));
  for (const name of names) {
    if (known.has(name)) continue;
    const [argument, expected, found] = ["--only", "an audit of the file", JSON.stringify(name)];
    throw new UsageError({ argument, expected, found, hint: suggest(name, known) });
  }
  return audits.filter(({ name, entry }) => names.includes(name) || names.includes(entry));
}
