/** A value as JSON has it. */
export type OptionValue =
  string | number | boolean | null | readonly OptionValue[] | { readonly [name: string]: OptionValue };

/** How an audit was asked for: every option by its name, with the value that counted. */
export type ReportedOptions = Readonly<Record<string, OptionValue>>;

/** Returns options with all names in order, so that how a caller wrote them never reaches the bytes of a report. */
export function orderedOptions(options: ReportedOptions): ReportedOptions {
  return ordered(options) as ReportedOptions;
}

function ordered(value: OptionValue): OptionValue {
  if (typeof value !== "object" || value === null) return value;
  if (isList(value)) return value.map(ordered);
  const entries = Object.entries(value).sort(([name], [other]) => (name < other ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, ordered(one)]));
}

function isList(value: OptionValue): value is readonly OptionValue[] {
  return Array.isArray(value);
}
