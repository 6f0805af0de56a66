import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { cacheFolder } from "@evenodds/core";
import type { Device } from "../addon-folder.js";
import { checkAddon } from "../check-addon.js";
import { devicePackages, packageFolder } from "../locate-addon.js";
import { hostPlatform } from "./check-host.js";
import { freeBytes } from "./check-space.js";
import { setUp, type SetupResult } from "./set-up.js";
import type { SetupProgress } from "./setup-progress.js";
import { wheels } from "./wheels.js";

/** What {@link setupTensorFlow} is asked for. */
export interface SetupRequest {
  readonly device: Device;
  /** Where everything goes; by default where {@link cacheFolder} says. */
  readonly cache?: string;
  /** Stops the set-up; what was downloaded is kept for the next one. */
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: SetupProgress) => void;
}

/**
 * Makes TensorFlow's native library available to TensorFlow.js, in a cache folder: takes it out of TensorFlow's package
 * for Python (pinned by SHA-256), compiles the addon of tfjs-node against it, and lets it multiply two matrices. Where
 * a build of the same parts works already, nothing is done. The folder appears whole or not at all, and set-ups that
 * run at the same time do not disturb each other.
 *
 * Linux on x86-64 only. Throws `EngineError` with a remedy where something is missing or fails, `InterruptedError` on a
 * stop.
 */
export function setupTensorFlow({
  device,
  cache = cacheFolder(process.env),
  signal,
  onProgress = () => undefined,
}: SetupRequest): Promise<SetupResult> {
  return setUp(
    { device, cache: resolve(cache), signal, onProgress },
    {
      platform: hostPlatform(),
      env: process.env,
      home: packageFolder(devicePackages.cpu),
      own: packageFolder(devicePackages[device]),
      kernels: fileURLToPath(new URL("../../../native", import.meta.url)),
      headers: join(dirname(createRequire(import.meta.url).resolve("node-api-headers/package.json")), "include"),
      wheels: wheels[device],
      freeBytes,
      check: checkAddon,
    },
  );
}
