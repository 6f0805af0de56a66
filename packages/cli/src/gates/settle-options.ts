import { ownValue } from "@evenodds/core";
import { parseNames } from "../console/parse-number.js";
import { auditSubjectsOf, type AuditSubject } from "../options/audit-subjects.js";
import { pathFrom, type FileAudit } from "./expand-audits.js";
import { fileOptions, type FileOption } from "./file-options.js";
import { defaultOptions } from "./gates-schema.js";
import { checkSecret } from "./check-secret.js";
import { parseOption } from "./parse-option.js";
import type { LocatedGates } from "./read-gates.js";

/** What the flags of `evenodds gate` say for all audits. */
export interface GateOverrides {
  /** Options of audits by their keys, as their flags' parsers made them. */
  readonly options: ReadonlyMap<string, unknown>;
  readonly today?: string | undefined;
}

/** Options by which an audit judges a gate of its own; the gates of a file take them as their defaults. */
export const ofGates = ["rule", "on-inconclusive"];
/** Options that make such a gate. */
export const ownGates = ["max-gap", "max-error-gap"];

/** An option with the value that it has in the file, or that a flag gave it. */
export interface Settled {
  readonly option: FileOption;
  readonly value: unknown;
}

/** A value that a flag gave has been parsed already. */
class ParsedValue {
  constructor(readonly value: unknown) {}
}

/** Returns the value of an option as a file would have it. */
export function plainValue(value: unknown): unknown {
  return value instanceof ParsedValue ? value.value : value;
}

/** Returns what the command line would make of a settled option. */
export function parseSettled({ option, value }: Settled, where: string): unknown {
  return value instanceof ParsedValue ? value.value : parseOption(option, value, where);
}

/** The options of one audit. */
export interface SettledOptions {
  /** Those that count as given for the audit itself. */
  readonly own: ReadonlyMap<string, Settled>;
  /** Those that it takes over: defaults of the file, and what the flags of the command say. */
  readonly taken: ReadonlyMap<string, Settled>;
  /** What can be audited, as far as the options tell. */
  readonly open: readonly AuditSubject[];
}

/** Parts the options that count as given from those that an audit takes over where they have a meaning. */
export function settleOptions(
  audit: FileAudit,
  of: {
    readonly gates: LocatedGates;
    readonly overrides: GateOverrides;
    readonly arguments: readonly unknown[];
    readonly where: string;
  },
): SettledOptions {
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
  return { own, taken: soft, open };
}

/** Paths of the file become paths from the working directory, and a database does not hold its password in the file. */
function located(
  { spec, key }: FileOption,
  { value, where, gates }: { readonly value: unknown; readonly where: string; readonly gates: LocatedGates },
): unknown {
  checkSecret(String(value), { key, argument: `${where}.${key}` });
  if (spec.reads === undefined || spec.reads === "query") return value;
  const texts = [value].flat().map(String);
  // As behind its flag, one text can name several files.
  const named = spec.reads === "files" ? texts.flatMap((text) => parseNames(text)) : texts;
  const paths = named.map((path) => pathFrom(gates.folder, path));
  return paths.length === 1 ? paths[0] : paths;
}
