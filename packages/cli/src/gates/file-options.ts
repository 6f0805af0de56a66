import { Option } from "commander";
import * as z from "zod";
import { UsageError } from "@evenodds/core";
import {
  parseCount,
  parseDistinctNames,
  parseFraction,
  parseNumber,
  parsePositive,
  parsePositiveCount,
  parseShare,
} from "../console/parse-number.js";
import { auditOptions } from "../options/audit-options.js";
import type { AuditSubject } from "../options/audit-subjects.js";
import { isLimit } from "../options/limit-options.js";
import type { OptionSpec } from "../options/option-spec.js";
import { parseCombinations, parseLimit, parseProviders } from "../options/parse-audit.js";

/** One value, as it is written; where a name is meant, a number stands for its text. */
export const scalar = z.union([z.string().min(1), z.number(), z.boolean()], { error: "a text" });

/** A name or a path, or several. */
export const scalars = z.union([scalar, z.array(scalar).min(1)], { error: "a text, or a list of texts" });

/** What a value of an option may be in a file. */
type Scalars = z.output<typeof scalars>;

/** Of options such as `bins`: texts as behind the flag, or names with their values. */
const assignments = z.union([scalars, z.record(z.string().min(1), scalars)], {
  error: "a mapping of names to values, or texts such as age=30,50",
});

/** A number, as the parser of its flag wants it. */
const numbers: ReadonlyMap<unknown, z.ZodType<number>> = new Map<unknown, z.ZodType<number>>([
  [parseCount, z.int().min(0)],
  [parsePositiveCount, z.int().min(1)],
  [parseNumber, z.number()],
  [parseFraction, z.number().min(0).max(1)],
  [parseShare, z.number().gt(0).lt(1)],
  [parsePositive, z.number().gt(0)],
  [parseLimit, z.number().min(0)],
]);

/** Parsers of lists whose items are cut at commas. */
const lists: readonly unknown[] = [parseDistinctNames, parseCombinations];

/** An option of an audit that a file may have, with its key there. */
export interface FileOption {
  /** Its long flag without dashes: `min-support`. */
  readonly key: string;
  /** Its flag: `--min-support`. */
  readonly flag: string;
  /** Its name among the values of a command. */
  readonly attribute: string;
  readonly spec: OptionSpec<AuditSubject>;
  readonly schema: z.ZodType;
  /** Whether values are no texts: numbers, and whether an option is given. */
  readonly isTyped: boolean;
}

/** What belongs to the whole command, not to one audit: reports, limits of the process, and that gates are there. */
function isOfCommand({ writes }: OptionSpec, long: string): boolean {
  return (
    writes !== undefined ||
    isLimit(long) ||
    ["--json", "--require-gate", "--annotations", "--attest-key", "--dry-run"].includes(long)
  );
}

/**
 * The options of an audit that a file of gates may have: those of the table of `evenodds audit`, by the names and with
 * the values of their flags.
 */
export const fileOptions: readonly FileOption[] = auditOptions.options.flatMap((spec): FileOption[] => {
  const option = new Option(spec.flags, spec.help);
  const flag = option.long!;
  // Another command's table may narrow its subjects; that of an audit has its own.
  const ofAudit = spec;
  if (isOfCommand(spec, flag)) return [];
  const { schema, isTyped } = schemaOf(ofAudit, option);
  return [
    {
      key: flag.slice(2),
      flag,
      attribute: option.attributeName(),
      spec: ofAudit,
      schema: schema.describe(spec.help),
      isTyped,
    },
  ];
});

function schemaOf(
  { parse, choices, repeats, reads }: OptionSpec,
  option: Option,
): { readonly schema: z.ZodType; readonly isTyped: boolean } {
  if (choices !== undefined) return { schema: z.enum(choices as [string, ...string[]]), isTyped: false };
  if (parse === parseProviders) return { schema: z.union([z.boolean(), scalars]), isTyped: true };
  if (!option.required && !option.optional) return { schema: z.boolean(), isTyped: true };
  if (repeats) return { schema: assignments, isTyped: false };
  const number = numbers.get(parse);
  if (number !== undefined) return { schema: number, isTyped: true };
  return { schema: lists.includes(parse) || reads === "files" ? scalars : scalar, isTyped: false };
}

/**
 * Returns the command line of an option: none for a flag that is `false`, one for a value, several where it repeats.
 * `where` names the key in messages. Throws {@link UsageError} for texts in a list that a flag would cut in two.
 */
export function optionArguments({ flag, spec }: FileOption, value: unknown, where: string): string[] {
  if (value === false) return [];
  if (value === true && !/</.test(spec.flags)) return [flag];
  if (spec.repeats === true) return assignmentTexts(value, where).map((text) => `${flag}=${text}`);
  return [`${flag}=${joined(value as Scalars, where)}`];
}

function assignmentTexts(value: unknown, where: string): string[] {
  if (typeof value !== "object" || value === null) return [String(value)];
  if (Array.isArray(value)) return value.map(String);
  return Object.entries(value as Record<string, Scalars>).map(
    ([name, own]) => `${name}=${joined(own, `${where}.${name}`)}`,
  );
}

function joined(value: Scalars, where: string): string {
  if (!Array.isArray(value)) return String(value);
  const texts = value.map(String);
  const cut = texts.find((text) => text.includes(","));
  if (cut === undefined) return texts.join(",");
  const [expected, hint] = ["names without a comma", "rename it: options cut their lists at commas"];
  throw new UsageError({ argument: where, expected, found: JSON.stringify(cut), hint });
}
