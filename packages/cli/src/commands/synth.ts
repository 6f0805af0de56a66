import type { Command } from "commander";
import { parseCount, parseFraction, parseNames, parsePositiveCount } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds synth`. */
export interface SynthFlags {
  readonly out: string;
  readonly format: "csv" | "parquet";
  readonly nodes?: number;
  readonly edges?: number;
  readonly features?: number;
  readonly sensitive: "gender" | "region";
  readonly groupHomophily?: number;
  readonly labelHomophily?: number;
  readonly classSizes?: readonly number[];
  readonly seed: number;
}

/** Every graph of known size and kind that can be made from random numbers. */
export const recipeNames = ["pokec-like"] as const;
export type RecipeName = (typeof recipeNames)[number];

const synthTable: CommandTable = {
  ...headings.synth,
  examples: ["evenodds synth pokec-like --out out/pokec-like --sensitive region --format parquet"],
  arguments: [{ name: "<recipe>", help: "which graph it is to resemble in size and kind", choices: recipeNames }],
  options: [
    {
      flags: "--out <folder>",
      help: "folder to write the graph to",
      mandatory: true,
      writes: { kind: "new folder" },
    },
    { flags: "--format <name>", help: "format of the files", choices: ["csv", "parquet"], standard: "csv" },
    { flags: "--nodes <count>", help: "number of nodes (default: 67796)", parse: parseCount },
    {
      flags: "--edges <count>",
      help: "number of undirected edges (default: 617958, or as many per node)",
      parse: parseCount,
    },
    { flags: "--features <count>", help: "number of features (default: 276)", parse: parseCount },
    {
      flags: "--sensitive <name>",
      help: "sensitive attribute; the other one is a feature",
      choices: ["gender", "region"],
      standard: "gender",
    },
    {
      flags: "--group-homophily <number>",
      help: "share of the edges within a group (default: 0.4507 for gender, 0.9506 for region)",
      parse: parseFraction,
    },
    {
      flags: "--label-homophily <number>",
      help: "share of the edges within a class (default: 0.55)",
      parse: parseFraction,
    },
    {
      flags: "--class-sizes <counts>",
      help: "labelled nodes of each class, separated by commas (default: 4800,3900,1562, or as many per node)",
      parse: (text: string) => parseNames(text).map(parsePositiveCount),
    },
    { flags: "--seed <number>", help: "seed of everything random", parse: parseCount, standard: 0 },
  ],
};

/** `evenodds synth`: writes a synthetic graph with the size and the kinds of columns of a known one. */
export function synthCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(synthTable).action(async (recipe: RecipeName, flags: SynthFlags) => {
    const { synthAction } = await import("../actions/synth.js");
    await synthAction(recipe, flags, terminal);
  });
}
