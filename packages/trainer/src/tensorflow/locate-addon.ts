import { existsSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { cacheFolder } from "@evenodds/core";
import { addonFile, addonFolder, recordFile, type Device } from "./addon-folder.js";

/** A native half of TensorFlow.js on this machine. */
export interface AddonLocation {
  /** The addon's file; the libraries it needs lie where it looks for them. */
  readonly path: string;
  /** Who put it there: the install script of the npm package, or `evenodds setup-tensorflow`. */
  readonly origin: "package" | "setup";
  readonly device: Device;
}

/** The npm packages whose install scripts may have left a library. Their JavaScript is the same. */
export const devicePackages = { cpu: "@tensorflow/tfjs-node", gpu: "@tensorflow/tfjs-node-gpu" } as const;

/**
 * Returns where TensorFlow's native library for `device` lies, or null where there is none. What the npm package
 * installed itself comes first, then what `evenodds setup-tensorflow` made, which is of no use without the package's
 * `scripts`: npm leaves it out where its install script fails. Nothing is loaded: whether it works, loading it tells.
 */
export function locateAddon(
  device: Device,
  {
    cache = cacheFolder(process.env),
    home = packageFolder(devicePackages[device]),
    scripts = packageFolder(devicePackages.cpu),
  }: { readonly cache?: string; readonly home?: string | null; readonly scripts?: string | null } = {},
): AddonLocation | null {
  const own = home === null ? null : ownAddon(home);
  if (own !== null) return { path: own, origin: "package", device };
  if (scripts === null) return null;
  const folder = addonFolder(cache, device);
  const path = join(folder, addonFile);
  return existsSync(path) && existsSync(join(folder, recordFile)) ? { path, origin: "setup", device } : null;
}

/** Returns the folder of an installed npm package, null where it is not installed. */
export function packageFolder(name: string): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}

/** The addon in the package's own folder; its install script can leave one without the library that it needs. */
function ownAddon(home: string): string | null {
  const libraries = names(join(home, "deps", "lib"));
  if (!libraries.some((name) => /^(lib)?tensorflow/.test(name))) return null;
  const found = names(join(home, "lib")).filter((name) => name.startsWith("napi-v"));
  return found.map((name) => join(home, "lib", name, addonFile)).find((path) => existsSync(path)) ?? null;
}

function names(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
