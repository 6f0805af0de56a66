import type { Command } from "commander";
import { parseDistinctNames } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import { graphArgument } from "../options/graph-argument.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds init`. */
export interface InitFlags {
  readonly out: string;
  readonly force?: true;
  readonly label?: string;
  readonly prediction?: string;
  readonly sensitive?: string[];
  readonly id?: string;
}

const initTable: CommandTable = {
  ...headings.init,
  examples: ["evenodds init model.onnx samples/nba", "evenodds init predictions.csv --out out/evenodds.yaml"],
  arguments: [
    { name: "<data>", help: "ONNX model; or a CSV, TSV, Parquet or JSON file of predictions or counts", reads: "file" },
    graphArgument("[graph]", { rows: true }),
  ],
  options: [
    {
      flags: "--out <file>",
      help: "file to write; paths in it are relative to it",
      standard: "evenodds.yaml",
      writes: { kind: "file" },
    },
    { flags: "--force", help: "replace the file where there is one" },
    { flags: "--label <column>", help: "column of the true class (default: found by its name)" },
    { flags: "--prediction <column>", help: "column of the predicted class (default: found by its name)" },
    {
      flags: "--sensitive <columns>",
      help: "attributes, separated by commas (default: found by their names)",
      parse: parseDistinctNames,
    },
    {
      flags: "--id <column>",
      help: "column with the ids of the rows that a model runs on (default: found by its name)",
    },
  ],
};

/** `evenodds init`: writes a commented file of gates. */
export function initCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(initTable).action(async (data: string, graph: string | undefined, flags: InitFlags) => {
    const { initAction } = await import("../actions/init.js");
    await initAction({ data, graph }, flags, terminal);
  });
}
