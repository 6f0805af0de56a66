import type { Command } from "commander";
import { headings } from "../headings.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const setupTable: CommandTable = {
  ...headings["setup-cuda"],
  trains: true,
  examples: ["evenodds setup-cuda"],
  arguments: [],
  options: [],
};

/** `evenodds setup-cuda`: gets ONNX Runtime's CUDA provider, with which models are audited on NVIDIA GPUs. */
export function setupCudaCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(setupTable).action(async () => {
    const { setupCudaAction } = await import("../actions/setup-cuda.js");
    await setupCudaAction(terminal);
  });
}
