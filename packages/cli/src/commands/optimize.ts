import type { ColumnMap } from "@evenodds/auditor";
import type { Command } from "commander";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import { mapOption, outputOption, toleranceOption, trustScatterOption } from "../options/model-options.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds optimize`. */
export interface OptimizeFlags {
  readonly out: string;
  readonly graph?: string;
  readonly tolerance: number;
  readonly trustScatter?: true;
  readonly map?: ColumnMap;
  readonly output?: string;
}

const optimizeTable: CommandTable = {
  ...headings.optimize,
  examples: ["evenodds optimize model.onnx --out fast.onnx"],
  arguments: [{ name: "<model>", help: "ONNX file, such as torch.onnx makes of PyTorch Geometric", reads: "model" }],
  options: [
    { flags: "--out <file>", help: "ONNX file to write", mandatory: true, writes: { kind: "model" } },
    { flags: "--graph <folder>", help: "also compare the two on this graph", reads: "graph" },
    toleranceOption,
    mapOption,
    outputOption,
    trustScatterOption,
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds optimize`: makes a model that was exported elsewhere fast, after proving that it computes the same. */
export function optimizeCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(optimizeTable);
  return command.action(async (model: string, flags: OptimizeFlags) => {
    const { optimizeAction } = await import("../actions/optimize.js");
    await optimizeAction(model, flags, { command, terminal });
  });
}
