import { dirname, join } from "node:path";
import type { Command } from "commander";
import { setupProgress } from "../console/setup-progress.js";
import { DescribedCommand } from "../options/described-command.js";
import type { CommandTable } from "../options/option-spec.js";
import type { CommandContext } from "./command-context.js";

const setupTable: CommandTable = {
  name: "setup-tensorflow",
  summary: "get TensorFlow's native library, for faster training",
  examples: ["evenodds setup-tensorflow", "evenodds setup-tensorflow --gpu"],
  arguments: [],
  options: [{ flags: "--gpu", help: "the build for NVIDIA GPUs, with CUDA" }],
};

/** `evenodds setup-tensorflow`: gets TensorFlow's native library, on which training is faster than on WebAssembly. */
export function setupTensorFlowCommand({ terminal }: CommandContext): Command {
  return new DescribedCommand(setupTable).action(async ({ gpu = false }: { gpu?: boolean }) => {
    const { setupTensorFlow } = await import("@evenodds/trainer/tensorflow");
    const { now, log, out } = terminal;
    const started = now();
    const progress = setupProgress(terminal);
    const { signal, release } = terminal.catchInterrupt();
    // A second Ctrl-C ends the process, and would leave a hidden cursor behind.
    signal.addEventListener("abort", progress.finish, { once: true });
    const device = gpu ? "gpu" : "cpu";
    const { location, reused, check } = await setupTensorFlow({
      device,
      signal,
      onProgress: progress.onProgress,
    }).finally(() => {
      progress.finish();
      release();
    });
    const folder = dirname(location.path);
    if (gpu && !check.usesGpu) {
      const why = check.gpuComplaint === null ? "" : ` (${check.gpuComplaint})`;
      log(`warning: no GPU is used here${why}; evenodds doctor says what is missing`);
    }
    if (!reused) log(`licences of what was downloaded: ${join(folder, "licenses")}`);
    const seconds = ((now() - started) / 1000).toFixed(1);
    const where = gpu ? "NVIDIA GPUs" : "the CPU";
    out(
      `TensorFlow ${check.tensorFlow} for ${where} ${reused ? "is there already" : "is ready"} in ${folder} (${seconds} s)\n`,
    );
  });
}
