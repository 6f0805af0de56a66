import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { engineNames } from "@evenodds/trainer/options";
import { Option, type Command } from "commander";
import { parsePositiveCount } from "../console/parse-number.js";
import { describeCommand, type CommandContext } from "./command-context.js";

const samples = fileURLToPath(new URL("../../../../samples", import.meta.url));

interface Flags {
  readonly out: string;
  readonly runs: string;
  readonly engine: string;
  readonly workers?: number;
  readonly data?: string;
  readonly quick?: true;
}

/** `evenodds reproduce`: runs the paper's experiments and writes a page for each. */
export function reproduceCommand({ terminal }: CommandContext): Command {
  return describeCommand("reproduce", {
    summary: "run experiments of the EqGNN paper and write a page for each",
    examples: [
      "evenodds reproduce table-nba --out out/reproduction",
      "evenodds reproduce permutation-test --quick --out out/reproduction",
    ],
  })
    .argument("<experiments...>", "names of experiments, see docs/reproduction")
    .option("--out <folder>", "folder of the pages", "docs/reproduction")
    .option("--runs <folder>", "folder in which every run is kept, so that none is made twice", "out/reproduction-runs")
    .addOption(new Option("--engine <name>", "where to compute").choices(engineNames).default("auto"))
    .option("--workers <count>", "threads that train side by side (default: one a core)", parsePositiveCount)
    .option("--data <graph>", "graph of data that cannot be shipped, for the experiments on Pokec")
    .option("--quick", "a few seeds and epochs, to see that it works")
    .action(async (names: string[], flags: Flags) => {
      const { reproduce } = await import("../workflows/reproduce.js");
      const { log } = terminal;
      const { signal, release } = terminal.catchInterrupt();
      const { workers = availableParallelism(), data = null, quick = false, runs, ...rest } = flags;
      // Runs of another size are another campaign.
      const request = { ...rest, names, samples, data, quick, workers, runs: quick ? `${runs}-quick` : runs };
      try {
        const pages = await reproduce(request, { signal, log });
        for (const page of pages) log(`wrote ${page}`);
      } finally {
        release();
      }
    });
}
