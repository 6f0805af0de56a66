import { UsageError, suggest } from "@evenodds/core";
import type { Engine } from "./engine.js";
import { engineNames } from "./engine-names.js";
import { openWasmEngine } from "./wasm-engine.js";

/**
 * Returns the engine called `name`, ready to run. `auto` takes the fastest that runs here, and says which in
 * `description`. A named engine that cannot run is an error, never another engine. Throws {@link UsageError} for an
 * unknown name and `EngineError` where the engine does not start.
 */
export async function openEngine(name: string): Promise<Engine> {
  if (name === "auto" || name === "wasm") return openWasmEngine();
  throw new UsageError({
    argument: "--engine",
    expected: engineNames.join(" or "),
    found: JSON.stringify(name),
    hint: suggest(name, engineNames),
  });
}
