import type { Command } from "commander";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

/** Flags of `evenodds layers`. */
export interface LayersFlags {
  readonly out: string;
}

const layersTable: CommandTable = {
  ...headings.layers,
  examples: ["evenodds layers models/nba-gcn/model.onnx --out out/nba-gcn-layers"],
  arguments: [{ name: "<model>", help: "ONNX model that evenodds exported or imported", reads: "model" }],
  options: [
    { flags: "--out <folder>", help: "folder to write, new or empty", mandatory: true, writes: { kind: "new folder" } },
    memoryOption,
    timeoutOption,
  ],
};

/** `evenodds layers`: cuts a model into steps that run on graphs of any size, after proving that they are the same. */
export function layerCommand({ terminal }: CommandContext): Command {
  const command = new DescribedCommand(layersTable);
  return command.action(async (model: string, flags: LayersFlags) => {
    const { layerAction } = await import("../actions/layers.js");
    await layerAction(model, flags, { command, terminal });
  });
}
