import { basename } from "node:path";
import type { OptionValue } from "@evenodds/auditor";
import { givenOptions, givenValues, isLegal, matches, specOf } from "./check-options.js";
import type { DescribedCommand } from "./described-command.js";
import type { OptionSpec } from "./option-spec.js";

/**
 * Returns the options that a command line comes to as plain data, sorted by name: those that were given and the
 * defaults of the others, by their flags without dashes (`--no-header` is `"header": false`).
 *
 * Left out are options without a value or without a meaning for the subject, defaults that change nothing beside what
 * was given (`--seed` beside `--draws 0`), what is written, and what changes no result, such as `--memory`. A file is
 * there by its name alone, a query by its hash and a database without its password: no value depends on where files
 * lie, or has to be kept from readers.
 *
 * `subjects` are those that are left once files are read, as for `checkOptions`. Default: those that the table leaves.
 */
export function effectiveOptions(command: DescribedCommand, subjects?: readonly string[]): Record<string, OptionValue> {
  const { table } = command;
  const open = subjects ?? table.subjectsOf?.(givenValues(command)) ?? [];
  const given = givenOptions(command);
  const isGiven = (flag: string) => given.some((option) => matches(flag, { option, command }));
  const contradicted = given.flatMap(({ long }) => specOf(table, long!).conflicts ?? []);
  const found = new Map<string, OptionValue>();
  for (const option of command.options) {
    const spec = specOf(table, option.long!);
    const value: unknown = command.getOptionValue(option.attributeName());
    if (value === undefined || spec.reported === null || spec.writes !== undefined || !isLegal(spec, open)) continue;
    const isIdle =
      spec.conflicts?.some(isGiven) === true ||
      contradicted.some((flag) => matches(flag, { option, command })) ||
      !isNeedMet(spec, { open, isGiven });
    if (isIdle && !given.includes(option)) continue;
    found.set(option.long!.replace(/^--(no-)?/, ""), reportedValue(value, spec));
  }
  return sorted(found);
}

/** Whether there is what an option needs to change anything, as `checkOptions` asks for it. */
function isNeedMet(
  { needs = [] }: OptionSpec,
  { open, isGiven }: { readonly open: readonly string[]; readonly isGiven: (flag: string) => boolean },
): boolean {
  return needs.every(({ anyOf, subjects, beside }) => {
    if (subjects !== undefined && !open.every((subject) => subjects.includes(subject))) return true;
    return (beside !== undefined && !isGiven(beside)) || anyOf.some(isGiven);
  });
}

function reportedValue(value: unknown, { reported, reads }: OptionSpec): OptionValue {
  if (reported) return asJson(reported(value as never));
  return asJson(reads === undefined ? value : namesOnly(value));
}

function namesOnly(value: unknown): unknown {
  return Array.isArray(value) ? value.map((path) => basename(String(path))) : basename(String(value));
}

/** What parsers make of texts: maps beside what JSON has. */
function asJson(value: unknown): OptionValue {
  if (Array.isArray(value)) return value.map(asJson);
  if (value instanceof Map) return sorted(new Map([...value].map(([name, one]) => [String(name), asJson(one)])));
  if (typeof value !== "object" || value === null) return value as OptionValue;
  return sorted(new Map(Object.entries(value).map(([name, one]) => [name, asJson(one)])));
}

function sorted(values: ReadonlyMap<string, OptionValue>): Record<string, OptionValue> {
  return Object.fromEntries([...values].sort(([name], [other]) => (name < other ? -1 : 1)));
}
