import type { OptionSpec } from "./option-spec.js";

/** `--provider`, of commands that run a model. */
export const providerOption: OptionSpec<never> = {
  flags: "--provider <name>",
  help: "execution provider; never replaced by another",
  choices: ["cpu", "cuda"],
  standard: "cpu",
};

/** `--one-logit`, for models of other tools with one logit. */
export const oneLogitOption: OptionSpec<never> = {
  flags: "--one-logit",
  help: "the model's one output is the logit of the second of two classes, chosen above 0",
  conflicts: ["--regression"],
};

/** `--form`, of commands that write a model in the forms of the exporter. */
export const formOption: OptionSpec<never> = {
  flags: "--form <form>",
  help: "how neighbours are summed: by tables, or by scatters for runtimes that lack operators",
  choices: ["fast", "portable"],
  standard: "fast",
};
