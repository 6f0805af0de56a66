import { UsageError } from "@evenodds/core";
import { InvalidArgumentError, Option } from "commander";
import { optionArguments, type FileOption } from "./file-options.js";

/**
 * Returns what the command line would make of an option's value: it passes the parser of its flag. Undefined where the
 * value says that the option is not given. Throws {@link UsageError}, with `where` for the key, for what the parser
 * refuses.
 */
export function parseOption(option: FileOption, value: unknown, where: string): unknown {
  const texts = optionArguments(option, value, where);
  const { flag, spec } = option;
  if (texts.length === 0) return undefined;
  let parsed: unknown;
  for (const text of texts) {
    if (text === flag) return !new Option(spec.flags).negate;
    const own = text.slice(flag.length + 1);
    parsed = spec.parse === undefined ? own : parseText(spec.parse as Parse, { text: own, before: parsed, where });
  }
  return parsed;
}

type Parse = (text: string, before: unknown) => unknown;

function parseText(
  parse: Parse,
  { text, before, where }: { readonly text: string; readonly before: unknown; readonly where: string },
): unknown {
  try {
    return parse(text, before);
  } catch (cause) {
    if (!(cause instanceof InvalidArgumentError)) throw cause;
    const [, expected, hint = ""] = /^It must be (.+?)\.(?: (.*))?$/.exec(cause.message) ?? [];
    throw new UsageError(
      {
        argument: where,
        expected: expected ?? "a value that fits",
        found: JSON.stringify(text),
        hint: expected === undefined ? cause.message.replace(/\.$/, "") : hint.replace(/\.$/, "") || undefined,
      },
      { cause },
    );
  }
}
