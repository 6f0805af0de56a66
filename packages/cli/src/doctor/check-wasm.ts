import { broken, ok, type Check } from "./check.js";
import { defaultEngine } from "./default-engine.js";
import type { Probes } from "./probes.js";

/** The training engine that runs everywhere, and is the default where TensorFlow is not set up. */
export async function checkWasm({ wasm, locateAddon }: Pick<Probes, "wasm" | "locateAddon">): Promise<Check> {
  const outcome = await wasm();
  if (outcome.works) return ok("engine wasm", outcome.description);
  const blocking = defaultEngine({ locateAddon }) === "wasm";
  return broken("engine wasm", { found: outcome.reason, remedy: outcome.remedy, blocking });
}
