import { ownValue, UsageError } from "@evenodds/core";
import type { Option } from "commander";
import type { DescribedCommand } from "./described-command.js";
import type { CommandTable, GivenValues, OptionSpec } from "./option-spec.js";

/**
 * Throws {@link UsageError} for the first option of the command line that would change nothing: one that none of the
 * subjects has a use for, that lacks another option which it belongs to, or that contradicts another. Without
 * `subjects` they are those that the table leaves open; a command that knows more, such as what a model file is, asks
 * again with what it has found.
 */
export function checkOptions(command: DescribedCommand, subjects?: readonly string[]): void {
  const { table } = command;
  const given = givenOptions(command);
  const open = subjects ?? table.subjectsOf?.(givenValues(command)) ?? [];
  const isGiven = (flag: string) => given.some((option) => matches(flag, { option, command }));
  for (const { long } of given) {
    const spec = specOf(table, long!);
    refuseForeign(spec, { table, open, flag: long! });
    // A subject that is still open may refuse the option altogether, which says more.
    const isSettled = open.every((subject) => spec.subjects?.includes(subject) ?? true);
    for (const { anyOf, subjects: asking, beside } of isSettled ? (spec.needs ?? []) : []) {
      if (asking !== undefined && !open.every((subject) => asking.includes(subject))) continue;
      if (anyOf.some(isGiven) || (beside !== undefined && !isGiven(beside))) continue;
      const isFor = (one: string, some: readonly string[]) => isLegal(specOf(table, one.split(" ", 1)[0]!), some);
      const legal = anyOf.filter((one) => isFor(one, open));
      // Where it depends on the subject which of them would do, the advice waits until that is known.
      if (open.every((subject) => legal.every((one) => isFor(one, [subject]))))
        throw lacking(long!, { anyOf: legal, beside, command });
    }
    const other = spec.conflicts?.find(isGiven);
    if (other === undefined) continue;
    const found = `${other} beside it`;
    throw new UsageError({ argument: long!, expected: "one of the two", found, hint: "leave one out" });
  }
}

/** Options that the command line gives, even with their default value. */
export function givenOptions(command: DescribedCommand): Option[] {
  return command.options.filter((option) => {
    const name = option.attributeName();
    if (command.getOptionValueSource(name) !== "cli") return false;
    const hasTwoForms = command.options.some((other) => other !== option && other.attributeName() === name);
    return !hasTwoForms || option.negate === (command.getOptionValue(name) === false);
  });
}

/** Names of the options that the command line gives, as attributes. */
export function givenNames(command: DescribedCommand): string[] {
  return givenOptions(command).map((option) => option.attributeName());
}

/** Values of all options and arguments. */
export function givenValues(command: DescribedCommand): GivenValues {
  return { values: command.opts(), arguments: command.processedArgs as readonly unknown[] };
}

/** Returns the entry of a flag such as `--out`. */
export function specOf(table: CommandTable, flag: string): OptionSpec {
  return table.options.find(({ flags }) => flags.split(/[ ,]/).includes(flag))!;
}

/** Whether an option has a meaning for one of the subjects that are open. */
export function isLegal({ subjects }: OptionSpec, open: readonly string[]): boolean {
  return subjects === undefined || open.length === 0 || open.some((subject) => subjects.includes(subject));
}

/** Whether an option is the one of a text such as `--score` or `--cluster louvain`. */
export function matches(
  text: string,
  { option, command }: { readonly option: Option; readonly command: DescribedCommand },
): boolean {
  const [flag, value] = text.split(" ", 2);
  if (option.long !== flag) return false;
  return value === undefined || String(command.getOptionValue(option.attributeName())) === value;
}

function refuseForeign(
  spec: OptionSpec,
  { table, open, flag }: { readonly table: CommandTable; readonly open: readonly string[]; readonly flag: string },
): void {
  const { subjects, instead = [] } = spec;
  if (subjects === undefined || isLegal(spec, open)) return;
  const advice =
    typeof instead === "string"
      ? instead
      : instead.find((one) => open.every((subject) => one.subjects.includes(subject)))?.say;
  throw new UsageError({
    argument: flag,
    expected: `an option of ${table.deed} ${nameSubjects(table, open)}`,
    found: `one that is meant for ${nameSubjects(table, subjects)}`,
    hint: advice ?? "leave it out",
  });
}

/** Returns what subjects are called together, by the fewest names that the table has for them. */
export function nameSubjects({ subjects: titles, families = [] }: CommandTable, subjects: readonly string[]): string {
  let left = subjects;
  const names: string[] = [];
  for (const family of families) {
    if (!family.subjects.every((subject) => left.includes(subject))) continue;
    names.push(family.title);
    left = left.filter((subject) => !family.subjects.includes(subject));
  }
  const all = names.concat(left.map((subject) => ownValue(titles!, subject)!));
  return all.length < 2 ? all.join("") : `${all.slice(0, -1).join(", ")} or ${all.at(-1)}`;
}

function lacking(
  flag: string,
  of: { readonly anyOf: readonly string[]; readonly beside: string | undefined; readonly command: DescribedCommand },
): UsageError {
  const { anyOf, beside, command } = of;
  const words = anyOf.join(" or ");
  // What is there in its place, where an option has another value.
  const [name] = anyOf[0]!.split(" ", 1);
  const there = givenOptions(command).find(({ long }) => long === name);
  const found = there === undefined ? `no ${name}` : `${name} ${String(command.getOptionValue(there.attributeName()))}`;
  return new UsageError({
    argument: flag,
    expected: `${words} beside it`,
    found,
    hint: `without it ${flag} changes nothing${beside === undefined ? "" : ` beside ${beside}`}; add ${words}, or leave ${flag} out`,
  });
}
