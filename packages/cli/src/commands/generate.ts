import type { Command } from "commander";
import { parseCount, parseFraction } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds generate`. */
export interface GenerateFlags {
  readonly out: string;
  readonly format: "csv" | "parquet";
  readonly nodes?: number;
  readonly features?: number;
  readonly edges?: number;
  readonly classes?: number;
  readonly groups?: number;
  readonly homophily?: number;
  readonly numeric?: boolean;
  readonly seed: number;
}

const generateTable: CommandTable = {
  ...headings.generate,
  examples: ["evenodds generate --nodes 2000 --features 20 --edges 12000 --out out/synthetic"],
  arguments: [],
  options: [
    {
      flags: "--out <folder>",
      help: "folder to write the graph to",
      mandatory: true,
      writes: { kind: "new folder" },
    },
    { flags: "--format <name>", help: "format of the files", choices: ["csv", "parquet"], standard: "csv" },
    { flags: "--nodes <count>", help: "number of nodes (default: 1000)", parse: parseCount },
    { flags: "--features <count>", help: "number of features (default: 16)", parse: parseCount },
    { flags: "--edges <count>", help: "number of undirected edges (default: 5 per node)", parse: parseCount },
    {
      flags: "--classes <count>",
      help: "number of classes (default: 2)",
      parse: parseCount,
    },
    { flags: "--groups <count>", help: "number of groups (default: 2)", parse: parseCount },
    {
      flags: "--homophily <number>",
      help: "how much edges prefer their own group and label, in [0, 1] (default: 0.6)",
      parse: parseFraction,
    },
    { flags: "--numeric", help: "makes the label a number, for regression" },
    { flags: "--seed <number>", help: "seed of everything random", parse: parseCount, standard: 0 },
  ],
};

/** `evenodds generate`: writes a synthetic graph with skewed degrees. */
export function generateCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(generateTable).action(async (flags: GenerateFlags) => {
    const { generateAction } = await import("../actions/generate.js");
    await generateAction(flags, terminal);
  });
}
