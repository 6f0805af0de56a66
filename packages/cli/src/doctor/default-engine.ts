import type { Probes } from "./probes.js";

/** The engine that `--engine auto` takes: TensorFlow where it is set up, whether or not it works. */
export function defaultEngine({ locateAddon }: Pick<Probes, "locateAddon">): "tensorflow" | "wasm" {
  return locateAddon("cpu") === null ? "wasm" : "tensorflow";
}
