import { availableParallelism } from "node:os";
import type { Command } from "commander";
import { engineOption, workersOption } from "../options/training-options.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import { sampleFolder } from "../sample-folder.js";
import type { CommandContext } from "./command-context.js";

interface Flags {
  readonly out: string;
  readonly runs: string;
  readonly engine: string;
  readonly workers?: number;
  readonly data?: string;
  readonly quick?: true;
}

const reproduceTable: CommandTable = {
  ...headings.reproduce,
  trains: true,
  examples: [
    "evenodds reproduce table-nba --out out/reproduction",
    "evenodds reproduce permutation-test --quick --out out/reproduction",
  ],
  arguments: [{ name: "<experiments...>", help: "names of experiments, see docs/reproduction" }],
  options: [
    {
      flags: "--out <folder>",
      help: "folder of the pages",
      standard: "docs/reproduction",
      writes: { kind: "folder" },
    },
    {
      flags: "--runs <folder>",
      help: "folder in which every run is kept, so that none is made twice",
      standard: "out/reproduction-runs",
      writes: { kind: "folder" },
    },
    engineOption,
    workersOption,
    {
      flags: "--data <graph>",
      help: "graph of data that cannot be shipped, for the experiments on Pokec",
      reads: "graph",
      // A quick run is one on graphs that are made small.
      conflicts: ["--quick"],
    },
    { flags: "--quick", help: "a few seeds and epochs, to see that it works" },
  ],
  alsoReads: [sampleFolder],
};

/** `evenodds reproduce`: runs the paper's experiments and writes a page for each. */
export function reproduceCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(reproduceTable).action(async (names: string[], flags: Flags) => {
    const { reproduceAction } = await import("../actions/reproduce.js");
    const { log } = terminal;
    const { signal, release } = terminal.catchInterrupt();
    const { workers = availableParallelism(), data = null, quick = false, runs, ...rest } = flags;
    // Runs of another size are another campaign.
    const request = {
      ...rest,
      names,
      samples: sampleFolder,
      data,
      quick,
      workers,
      runs: quick ? `${runs}-quick` : runs,
    };
    try {
      const pages = await reproduceAction(request, { signal, log });
      for (const page of pages) log(`wrote ${page}`);
    } finally {
      release();
    }
  });
}
