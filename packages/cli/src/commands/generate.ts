import { graphFormats, pokecAttributes, type GraphFormat, type PokecAttribute } from "@evenodds/data";
import type { Command } from "commander";
import { parseCount, parseFraction, parseNames, parsePositiveCount } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable, OptionSpec } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Every graph of known size and kind that can be made from random numbers. */
export const recipeNames = ["pokec-like"] as const;
export type RecipeName = (typeof recipeNames)[number];

/** What can be made, with what it is called: without a recipe, the user gives the shape. */
const generated = {
  free: "a graph without a recipe",
  "pokec-like": "a graph of the recipe pokec-like",
} as const satisfies Record<RecipeName | "free", string>;
type Generated = keyof typeof generated;

/** Flags of `evenodds generate`. */
export interface GenerateFlags {
  readonly out: string;
  readonly format: GraphFormat;
  readonly seed: number;
  readonly nodes?: number;
  readonly edges?: number;
  readonly features?: number;
  readonly classes?: number;
  readonly groups?: number;
  readonly homophily?: number;
  readonly numeric?: boolean;
  readonly sensitive: PokecAttribute;
  readonly groupHomophily?: number;
  readonly labelHomophily?: number;
  readonly classSizes?: readonly number[];
}

const free: Pick<OptionSpec<Generated>, "subjects"> = { subjects: ["free"] };
const ofRecipe: Pick<OptionSpec<Generated>, "subjects" | "instead"> = {
  subjects: ["pokec-like"],
  instead: "name the recipe too, as in evenodds generate pokec-like",
};

const generateTable: CommandTable<Generated> = {
  ...headings.generate,
  examples: [
    "evenodds generate --nodes 2000 --features 20 --edges 12000 --out out/synthetic",
    "evenodds generate pokec-like --out out/pokec-like --sensitive region --format parquet",
  ],
  arguments: [
    {
      name: "[recipe]",
      help: "known graph that it is to resemble in size and kind; without one, a graph of any shape",
      choices: recipeNames,
    },
  ],
  subjects: generated,
  deed: "writing",
  subjectsOf: ({ arguments: [recipe] }) => [(recipe as RecipeName | undefined) ?? "free"],
  options: [
    {
      flags: "--out <folder>",
      help: "folder to write the graph to",
      mandatory: true,
      writes: { kind: "new folder" },
    },
    { flags: "--format <name>", help: "format of the files", choices: graphFormats, standard: "csv" },
    { flags: "--nodes <count>", help: "number of nodes (default: 1000, or 67796 for pokec-like)", parse: parseCount },
    {
      flags: "--edges <count>",
      help: "number of undirected edges (default: 5 per node, or 617958 per 67796 nodes for pokec-like)",
      parse: parseCount,
    },
    { flags: "--features <count>", help: "number of features (default: 16, or 276 for pokec-like)", parse: parseCount },
    { flags: "--seed <number>", help: "seed of everything random", parse: parseCount, standard: 0 },
    {
      flags: "--classes <count>",
      group: "Without a recipe:",
      help: "number of classes (default: 2)",
      parse: parseCount,
      ...free,
      instead: "--class-sizes says how many classes there are",
    },
    { flags: "--groups <count>", help: "number of groups (default: 2)", parse: parseCount, ...free },
    {
      flags: "--homophily <number>",
      help: "how much edges prefer their own group and label, in [0, 1] (default: 0.6)",
      parse: parseFraction,
      ...free,
      instead: "take --group-homophily and --label-homophily",
    },
    { flags: "--numeric", help: "makes the label a number, for regression", ...free },
    {
      flags: "--sensitive <name>",
      group: "With the recipe pokec-like:",
      help: "sensitive attribute; the other one is a feature",
      choices: pokecAttributes,
      standard: "gender",
      ...ofRecipe,
    },
    {
      flags: "--group-homophily <number>",
      help: "share of the edges within a group (default: 0.4507 for gender, 0.9506 for region)",
      parse: parseFraction,
      ...ofRecipe,
    },
    {
      flags: "--label-homophily <number>",
      help: "share of the edges within a class (default: 0.55)",
      parse: parseFraction,
      ...ofRecipe,
    },
    {
      flags: "--class-sizes <counts>",
      help: "labelled nodes of each class, separated by commas (default: 4800,3900,1562, or as many per node)",
      parse: (text: string) => parseNames(text).map(parsePositiveCount),
      ...ofRecipe,
    },
  ],
};

/** `evenodds generate`: writes a synthetic graph, of any shape or of the size and kinds of columns of a known one. */
export function generateCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(generateTable).action(async (recipe: RecipeName | undefined, flags: GenerateFlags) => {
    const { generateAction } = await import("../actions/generate.js");
    await generateAction({ ...flags, recipe }, terminal);
  });
}

const synthTable: CommandTable<Generated> = {
  ...generateTable,
  ...headings.synth,
  examples: ["evenodds synth pokec-like --out out/pokec-like"],
  arguments: [{ ...generateTable.arguments[0]!, name: "<recipe>", help: "graph that it is to resemble" }],
  options: generateTable.options.filter(({ subjects }) => subjects?.includes("pokec-like") ?? true),
};

/** `evenodds synth`: the former name of `evenodds generate` with a recipe, which says so. */
export function synthCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(synthTable).action(async (recipe: RecipeName, flags: GenerateFlags) => {
    const { generateAction } = await import("../actions/generate.js");
    await generateAction({ ...flags, recipe }, terminal);
    terminal.log(`evenodds synth is deprecated: write evenodds generate ${recipe}, with the same flags`);
  });
}
