import { outputKinds } from "@evenodds/auditor";
import { defaultExportForm, defaultProvider, defaultTolerance, exportForms, requestedProviders } from "@evenodds/core";
import { parseCount, parseNumber } from "../console/parse-number.js";
import { parseInputMap } from "./parse-input-map.js";
import type { OptionSpec } from "./option-spec.js";

/** `--provider`, of commands that run a model. */
export const providerOption: OptionSpec<never> = {
  flags: "--provider <name>",
  help: "execution provider, never replaced by another; auto: the first of cuda, webgpu and cpu that runs the model",
  choices: requestedProviders,
  standard: defaultProvider,
};

/** `--device-id`, for machines with several GPUs. */
export const deviceIdOption: OptionSpec<never> = {
  flags: "--device-id <number>",
  help: "which GPU of provider cuda, from 0",
  parse: parseCount,
  needs: [{ anyOf: ["--provider cuda"] }],
};

/** `--allow-fallback`, for models with operators that a provider lacks. */
export const allowFallbackOption: OptionSpec<never> = {
  flags: "--allow-fallback",
  help: "let nodes with numbers run on the CPU where the provider lacks them, and say so in the report",
  needs: [{ anyOf: ["--provider cuda", "--provider webgpu"] }],
};

/** `--output-kind`, for models of other tools whose last operators do not tell. */
export const outputKindOption: OptionSpec<never> = {
  flags: "--output-kind <kind>",
  help: "what the model's output is, where its last operators do not tell",
  choices: outputKinds,
  conflicts: ["--regression"],
};

/** `--map`, for models whose inputs do not tell what they take. */
export const mapOption: OptionSpec<never> = {
  flags: "--map <input=part>",
  help: "what an input of the model is given, such as deg=degree, numbers=age,income or p=0.5; can be repeated",
  parse: parseInputMap,
  repeats: true,
};

/** `--output`, for models of several outputs. */
export const outputOption: OptionSpec<never> = {
  flags: "--output <name>",
  help: "the output of the model that is read, of several",
};

/** `--trust-scatter`, for models with operators that are known to be wrong. */
export const trustScatterOption: OptionSpec<never> = {
  flags: "--trust-scatter",
  help: "take a model whose scatters overwrite rows that may have to add up",
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
  choices: exportForms,
  standard: defaultExportForm,
};

/** `--tolerance`, of commands that prove a file before they write it. */
export const toleranceOption: OptionSpec<never> = {
  flags: "--tolerance <number>",
  help: "largest relative difference of logits",
  parse: parseNumber,
  standard: defaultTolerance,
};
