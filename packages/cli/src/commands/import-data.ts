import { importWays, knownDataSetNames, type ImportWay } from "@evenodds/data";
import type { Command } from "commander";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds import-data`. */
export interface ImportDataFlags {
  readonly out: string;
  readonly files: ImportWay;
}

const importDataTable: CommandTable = {
  ...headings["import-data"],
  examples: ["evenodds import-data pokec-z-gender downloads/pokec --out out/pokec"],
  arguments: [
    { name: "<name>", help: "which data set", choices: knownDataSetNames },
    { name: "<folder>", help: "folder with its original files, under their original names", reads: "folder" },
  ],
  options: [
    {
      flags: "--out <folder>",
      help: "folder to write the graph to",
      mandatory: true,
      writes: { kind: "new folder" },
    },
    {
      flags: "--files <way>",
      help: "copies the files, refers to them where they are, or converts them to Parquet",
      choices: importWays,
      standard: "copy",
    },
  ],
};

/** `evenodds import-data`: makes a graph folder of the original files of a data set of the literature. */
export function importDataCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(importDataTable).action(async (name: string, folder: string, flags: ImportDataFlags) => {
    const { importDataAction } = await import("../actions/import-data.js");
    await importDataAction({ name, folder }, flags, terminal);
  });
}
