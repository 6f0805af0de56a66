import type { Command } from "commander";
import type { ExportForm } from "@evenodds/core";
import { parseCount } from "../console/parse-number.js";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";
import { formOption, toleranceOption } from "../options/model-options.js";

/** Flags of `evenodds export`. */
export interface ExportFlags {
  readonly out: string;
  readonly graph?: string;
  readonly tolerance: number;
  readonly form: ExportForm;
  readonly nodes?: number;
  readonly edges?: number;
  readonly author?: string;
  readonly license?: string;
}

const exportTable: CommandTable = {
  ...headings.export,
  trains: true,
  examples: ["evenodds export runs/nba-eqgnn --out models/nba-eqgnn/model.onnx"],
  arguments: [{ name: "<run>", help: "folder of a finished run", reads: "run" }],
  options: [
    { flags: "--out <file>", help: "ONNX file to write", mandatory: true, writes: { kind: "model" } },
    { flags: "--graph <folder>", help: "where the training graph is now, if it was moved", reads: "graph" },
    toleranceOption,
    formOption,
    {
      flags: "--nodes <count>",
      help: "fix the number of nodes, for runtimes that need static shapes",
      parse: parseCount,
    },
    { flags: "--edges <count>", help: "fix the number of arcs likewise; an undirected edge is two", parse: parseCount },
    { flags: "--author <text>", help: "who made the model, names separated by commas; kept in the file" },
    { flags: "--license <text>", help: "license of the model, preferably an SPDX identifier; kept in the file" },
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds export`: writes the model of a run as ONNX after proving it. */
export function exportCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(exportTable).action(async (run: string, flags: ExportFlags) => {
    const { exportAction } = await import("../actions/export.js");
    await exportAction(run, flags, terminal);
  });
}
