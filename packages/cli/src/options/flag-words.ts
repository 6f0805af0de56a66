import { kebabName } from "@evenodds/core";

/** Options of the library that the command line has a flag of another name for. */
const ownFlags = {
  "‘header: false’": "--no-header",
  "‘outputKind: one-logit’": "--one-logit",
  "‘outputKind: number’": "--regression",
};

/**
 * Returns a message in the words of the command line: `‘missingValues’`, as functions of the library name their
 * options, becomes `--missing-values`.
 */
export function flagWords(message: string): string {
  const own = Object.entries(ownFlags).reduce((text, [option, flag]) => text.replaceAll(option, flag), message);
  return own.replace(/‘([a-z]+(?:[A-Z][a-z]*)*)’/g, (_, name: string) => `--${kebabName(name)}`);
}
