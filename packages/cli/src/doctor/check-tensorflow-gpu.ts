import { broken, missing, ok, type Check } from "./check.js";
import { origin, whatIsBroken, whatIsMissing } from "./check-tensorflow.js";
import type { Probes, NvidiaProbe } from "./probes.js";

const name = "engine tensorflow-gpu";

/** TensorFlow's native library for NVIDIA GPUs. It loads without a GPU too, so that loading it proves nothing. */
export async function checkTensorFlowGpu(
  probes: Pick<Probes, "platform" | "hasTfjsNode" | "locateAddon" | "checkAddon" | "nvidia">,
): Promise<Check> {
  const nvidia = await probes.nvidia();
  const gpu = describeGpu(nvidia);
  const location = probes.locateAddon("gpu");
  if (location === null) {
    const { found, remedy } = whatIsMissing(probes, "npx evenodds setup-tensorflow --gpu");
    return missing(name, { found: `${found}; ${gpu}`, remedy: hasGpu(nvidia) ? remedy : null });
  }
  const check = await probes.checkAddon(location);
  if (!check.works) return broken(name, { ...whatIsBroken(location, check.reason), blocking: false });
  const built = `TensorFlow ${check.tensorFlow}, ${origin(location)}`;
  if (check.usesGpu) return ok(name, `${built}; ${gpu}`);
  const complaint = check.gpuComplaint === null ? "" : ` (TensorFlow: ${check.gpuComplaint})`;
  return broken(name, {
    found: `${built}; no GPU is used: ${gpu}${complaint}`,
    remedy: nvidia.driver === null ? "install NVIDIA's driver (525 or later), where there is a GPU" : gpuRemedy,
    blocking: false,
  });
}

const gpuRemedy =
  "see that nvidia-smi lists the GPU, that CUDA_VISIBLE_DEVICES does not hide it, and that the driver is 525 or later";

/** Whether anything speaks for a GPU that could be used. */
export function hasGpu({ driver, gpus }: NvidiaProbe): boolean {
  return driver !== null || gpus.length > 0;
}

/** The GPUs, or how far the way to one goes. */
export function describeGpu({ driver, gpus }: NvidiaProbe): string {
  if (gpus.length > 0) return gpus.join(", ");
  return driver === null ? "no NVIDIA driver" : `driver ${driver}, which lists no GPU`;
}
