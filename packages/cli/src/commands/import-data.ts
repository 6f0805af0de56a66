import { importDataSet, knownDataSets } from "@evenodds/data";
import type { Command } from "commander";
import { checkOutput } from "evenodds/internal";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

interface Flags {
  readonly out: string;
  readonly files: "copy" | "reference" | "parquet";
}

const importDataTable: CommandTable = {
  name: "import-data",
  summary: "check the files of a known data set and make a graph folder of them",
  examples: ["evenodds import-data pokec-z-gender downloads/pokec --out out/pokec"],
  arguments: [
    { name: "<name>", help: "which data set", choices: knownDataSets.map(({ name }) => name) },
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
      choices: ["copy", "reference", "parquet"],
      standard: "copy",
    },
  ],
};

/** `evenodds import-data`: makes a graph folder of the original files of a data set of the literature. */
export function importDataCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(importDataTable).action(async (name: string, folder: string, { out, files }: Flags) => {
    await checkOutput(out, { kind: "new folder" });
    const imported = await importDataSet(name, { folder, out, files });
    for (const file of imported.files) terminal.log(`${file.name}: the file of ${file.source}`);
    const { nodes, edges, features, labelled } = imported.statistics;
    terminal.log(`wrote ${out}: ${nodes} nodes, ${edges} edges, ${features} features, ${labelled} labelled`);
  });
}
