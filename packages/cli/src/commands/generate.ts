import { syntheticGraph, writeGraph } from "@evenodds/data";
import { Option, type Command } from "commander";
import { parseCount, parseFraction } from "../console/parse-number.js";
import { checkOutput } from "../workflows/check-output.js";
import { describeCommand, type CommandContext } from "./command-context.js";

interface Flags {
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

/** `evenodds generate`: writes a synthetic graph with skewed degrees. */
export function generateCommand({ terminal }: CommandContext): Command {
  return describeCommand("generate", {
    summary: "write a synthetic graph with skewed degrees",
    examples: ["evenodds generate --nodes 2000 --features 20 --edges 12000 --out out/synthetic"],
  })
    .requiredOption("--out <folder>", "folder to write the graph to")
    .addOption(new Option("--format <name>", "format of the files").choices(["csv", "parquet"]).default("csv"))
    .option("--nodes <count>", "number of nodes (default: 1000)", parseCount)
    .option("--features <count>", "number of features (default: 16)", parseCount)
    .option("--edges <count>", "number of undirected edges (default: 5 per node)", parseCount)
    .option("--classes <count>", "number of classes (default: 2)", parseCount)
    .option("--groups <count>", "number of groups (default: 2)", parseCount)
    .option(
      "--homophily <number>",
      "how much edges prefer their own group and label, in [0, 1] (default: 0.6)",
      parseFraction,
    )
    .option("--numeric", "makes the label a number, for regression")
    .option("--seed <number>", "seed of everything random", parseCount, 0)
    .action(async ({ out, format, numeric, ...options }: Flags) => {
      await checkOutput(out, { kind: "new folder" });
      const { graph, nodes } = syntheticGraph({ ...options, target: numeric });
      await writeGraph(out, { name: "synthetic", graph, nodes, format });
      terminal.log(
        `wrote ${out}: ${graph.nodeCount} nodes, ${graph.source.length} arcs, ${graph.featureNames.length} features`,
      );
    });
}
