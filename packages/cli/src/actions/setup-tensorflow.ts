import { dirname, join } from "node:path";
import { setupTensorFlow } from "@evenodds/trainer/tensorflow";
import { setupProgress } from "../console/setup-progress.js";
import { takeLine } from "../supervision/report-work.js";
import type { Terminal } from "../console/terminal.js";

/** Gets TensorFlow's native library, on which training is faster than on WebAssembly. */
export async function setupTensorFlowAction(
  { gpu = false }: { readonly gpu?: boolean },
  terminal: Terminal,
): Promise<void> {
  const { now, log, out } = terminal;
  const started = now();
  const giveLine = takeLine();
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
    giveLine();
    release();
  });
  const folder = dirname(location.path);
  if (gpu && !check.usesGpu) {
    const why = check.gpuComplaint === null ? "" : ` (${check.gpuComplaint})`;
    log(`warning: no GPU is used here${why}; evenodds doctor says what is missing`);
  }
  if (!reused) log(`licenses of what was downloaded: ${join(folder, "licenses")}`);
  const seconds = ((now() - started) / 1000).toFixed(1);
  const where = gpu ? "NVIDIA GPUs" : "the CPU";
  out(
    `TensorFlow ${check.tensorFlow} for ${where} ${reused ? "is there already" : "is ready"} in ${folder} (${seconds} s)\n`,
  );
}
