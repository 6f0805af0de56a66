import type { Command } from "commander";
import { headings } from "../headings.js";
import { memoryOption, timeoutOption } from "../options/limit-options.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const inspectTable: CommandTable = {
  ...headings.inspect,
  examples: ["evenodds inspect models/nba-eqgnn/model.onnx"],
  arguments: [{ name: "<model>", help: "ONNX file", reads: "model" }],
  options: [{ flags: "--json", help: "write the description as JSON" }, memoryOption, timeoutOption],
};

/** `evenodds inspect`: says what an ONNX file is, without running it. */
export function inspectCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(inspectTable).action(async (model: string, flags: { readonly json?: true }) => {
    const { inspectAction } = await import("../actions/inspect.js");
    await inspectAction(model, flags, terminal);
  });
}
