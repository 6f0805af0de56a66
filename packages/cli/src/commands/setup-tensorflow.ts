import type { Command } from "commander";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const setupTable: CommandTable = {
  ...headings["setup-tensorflow"],
  trains: true,
  examples: ["evenodds setup-tensorflow", "evenodds setup-tensorflow --gpu"],
  arguments: [],
  options: [{ flags: "--gpu", help: "the build for NVIDIA GPUs, with CUDA" }],
};

/** `evenodds setup-tensorflow`: gets TensorFlow's native library, on which training is faster than on WebAssembly. */
export function setupTensorFlowCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(setupTable).action(async (flags: { readonly gpu?: boolean }) => {
    const { setupTensorFlowAction } = await import("../actions/setup-tensorflow.js");
    await setupTensorFlowAction(flags, terminal);
  });
}
