import type { OptionSpec } from "./option-spec.js";
import { parseComment, parseDelimiter } from "./parse-audit.js";

/** `--no-header`, of commands that read delimited text without a card. */
export const headerOption: OptionSpec<never> = {
  flags: "--no-header",
  help: "the first line of delimited text is data: columns are called column0, column1, …",
};

/** `--delimiter` of the same. */
export const delimiterOption: OptionSpec<never> = {
  flags: "--delimiter <character>",
  help: "what cuts the fields of delimited text, \\t for a tab (default: seen in the first line)",
  parse: parseDelimiter,
};

/** `--comment` of the same. */
export const commentOption: OptionSpec<never> = {
  flags: "--comment <character>",
  help: "leave out lines of delimited text that begin with it",
  parse: parseComment,
};
