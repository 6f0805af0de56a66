import { join } from "node:path";
import { cudaFolder, onnxRuntimeVersion, runtimeFolder } from "@evenodds/auditor";
import { hostPlatform } from "@evenodds/trainer/host";
import { freeBytes } from "@evenodds/trainer/tensorflow";
import { setupProgress } from "../console/setup-progress.js";
import type { Terminal } from "../console/terminal.js";
import { cudaWheels, cudaWheelsFor } from "../cuda/cuda-wheels.js";
import { setUpCuda } from "../cuda/set-up-cuda.js";
import { runProbe } from "../doctor/run-probe.js";

/** Gets ONNX Runtime's CUDA provider with CUDA and cuDNN, and says which of the libraries load here. */
export async function setupCudaAction(terminal: Terminal): Promise<void> {
  const { now, log, out } = terminal;
  const started = now();
  const progress = setupProgress(terminal);
  const { signal, release } = terminal.catchInterrupt();
  // A second Ctrl-C ends the process, and would leave a hidden cursor behind.
  signal.addEventListener("abort", progress.finish, { once: true });
  const target = cudaFolder();
  const gigabytes = (bytes: number) => (bytes / 1e9).toFixed(2);
  const { reused } = await setUpCuda(
    {
      target,
      signal,
      onSize: ({ download, disk }) =>
        log(`${gigabytes(download)} GB to download, ${gigabytes(disk)} GB on the disk afterwards, in ${target}`),
      onProgress: progress.onProgress,
    },
    {
      platform: hostPlatform(),
      env: process.env,
      runtimeVersion: onnxRuntimeVersion(),
      wheelsFor: cudaWheelsFor,
      library: join(runtimeFolder(), "bin", "napi-v6", "linux", "x64", "libonnxruntime.so.1"),
      wheels: cudaWheels,
      freeBytes,
    },
  ).finally(() => {
    progress.finish();
    release();
  });
  if (!reused) log(`licenses of what was downloaded: ${join(target, "licenses")}`);
  const libraries = await runProbe("cuda libraries");
  if (!libraries.works) log(`warning: ${libraries.reason}`);
  const seconds = ((now() - started) / 1000).toFixed(1);
  const what = `ONNX Runtime ${cudaWheelsFor}'s CUDA provider`;
  out(`${what} ${reused ? "is there already" : "is ready"} in ${target} (${seconds} s)\n`);
}
