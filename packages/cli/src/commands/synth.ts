import { pokecLikeGraph, writeGraph } from "@evenodds/data";
import { Argument, Option, type Command } from "commander";
import { parseCount, parseFraction, parseNames, parsePositiveCount } from "../console/parse-number.js";
import { checkOutput } from "../workflows/check-output.js";
import { describeCommand, type CommandContext } from "./command-context.js";

interface Flags {
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
const recipes = { "pokec-like": pokecLikeGraph } as const;

/** `evenodds synth`: writes a synthetic graph with the size and the kinds of columns of a known one. */
export function synthCommand({ terminal }: CommandContext): Command {
  return describeCommand("synth", {
    summary: "write a synthetic graph as large as a known one",
    examples: ["evenodds synth pokec-like --out out/pokec-like --sensitive region --format parquet"],
  })
    .addArgument(
      new Argument("<recipe>", "which graph it is to resemble in size and kind").choices(Object.keys(recipes)),
    )
    .requiredOption("--out <folder>", "folder to write the graph to")
    .addOption(new Option("--format <name>", "format of the files").choices(["csv", "parquet"]).default("csv"))
    .option("--nodes <count>", "number of nodes (default: 67796)", parseCount)
    .option("--edges <count>", "number of undirected edges (default: 617958, or as many a node)", parseCount)
    .option("--features <count>", "number of features (default: 276)", parseCount)
    .addOption(
      new Option("--sensitive <name>", "sensitive attribute; the other one is a feature")
        .choices(["gender", "region"])
        .default("gender"),
    )
    .option(
      "--group-homophily <number>",
      "share of the edges within a group (default: 0.4507 for gender, 0.9506 for region)",
      parseFraction,
    )
    .option("--label-homophily <number>", "share of the edges within a class (default: 0.55)", parseFraction)
    .option(
      "--class-sizes <counts>",
      "labelled nodes of each class, separated by commas (default: 4800,3900,1562, or as many a node)",
      (text: string) => parseNames(text).map(parsePositiveCount),
    )
    .option("--seed <number>", "seed of everything random", parseCount, 0)
    .action(async (recipe: keyof typeof recipes, { out, format, ...options }: Flags) => {
      await checkOutput(out, { kind: "new folder" });
      const made = recipes[recipe](options);
      await writeGraph(out, { ...made, format });
      const { nodeCount, source, featureNames } = made.graph;
      terminal.log(
        `wrote ${out}: ${nodeCount} nodes, ${source.length} arcs, ${featureNames.length} features, all synthetic`,
      );
    });
}
