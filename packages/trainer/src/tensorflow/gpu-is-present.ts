import { existsSync } from "node:fs";

/** Where the kernel shows an NVIDIA GPU: its own driver's files, or the device of the Windows subsystem for Linux. */
const signs = ["/proc/driver/nvidia/version", "/dev/nvidiactl", "/dev/dxg"];

/** Whether this machine seems to have a GPU and a driver for it; whether TensorFlow can use it, only loading tells. */
export function gpuIsPresent(exists: (path: string) => boolean = existsSync): boolean {
  return signs.some(exists);
}
