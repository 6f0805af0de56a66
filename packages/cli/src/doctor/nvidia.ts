import type { NvidiaProbe } from "./probes.js";

/** Whether anything speaks for a GPU that could be used. */
export function hasGpu({ driver, gpus }: NvidiaProbe): boolean {
  return driver !== null || gpus.length > 0;
}

/** The GPUs, or how far the way to one goes. */
export function describeGpu({ driver, gpus }: NvidiaProbe): string {
  if (gpus.length > 0) return gpus.join(", ");
  return driver === null ? "no NVIDIA driver" : `driver ${driver}, which lists no GPU`;
}
