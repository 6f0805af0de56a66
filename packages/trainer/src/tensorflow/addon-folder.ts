import { join } from "node:path";

/** Builds of TensorFlow: one for the CPU, one for NVIDIA GPUs. */
export type Device = "cpu" | "gpu";

/** The TensorFlow that is set up: the newest on which all of TensorFlow.js's own specifications pass. */
export const tensorFlowVersion = "2.16.2";

/** The addon's file, in its folder. */
export const addonFile = "tfjs_binding.node";

/** Says what a folder was made from. It is written last. */
export const recordFile = "setup.json";

/** The folder of one build in a cache folder. */
export function addonFolder(cache: string, device: Device): string {
  return join(cache, `tensorflow-${device}-${tensorFlowVersion}`);
}
