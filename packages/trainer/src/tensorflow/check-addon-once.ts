import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder, parseJson } from "@evenodds/core";
import { tensorFlowVersion } from "./addon-folder.js";
import { checkAddon, type AddonCheck } from "./check-addon.js";
import type { AddonLocation } from "./locate-addon.js";

/**
 * Returns what {@link checkAddon} says of a library, without asking again for one that worked before: with the same
 * versions of Node and TensorFlow, and files of the same sizes and times. Only what worked is remembered, in `checks`
 * of the cache folder; where that cannot be written, nothing is.
 */
export async function checkAddonOnce(
  location: AddonLocation,
  {
    cache = cacheFolder(process.env),
    check = checkAddon,
  }: { readonly cache?: string; readonly check?: typeof checkAddon } = {},
): Promise<AddonCheck> {
  const state = stateOf(location);
  const file = join(cache, "checks", `${createHash("sha256").update(location.path).digest("hex").slice(0, 16)}.json`);
  const before = read(file);
  if (before?.state === state) return before.check;
  const found = await check(location);
  if (found.works) remember(file, { state, check: found });
  return found;
}

interface Remembered {
  readonly state: string;
  readonly check: AddonCheck;
}

function read(file: string): Remembered | null {
  try {
    return parseJson(readFileSync(file, "utf8")) as Remembered;
  } catch {
    return null;
  }
}

/** Written beside, then renamed: threads of a sweep ask at the same time. */
function remember(file: string, content: Remembered): void {
  const beside = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(beside, JSON.stringify(content));
    renameSync(beside, file);
  } catch {
    // It is asked again next time.
  }
}

/** What an answer holds for: versions, and the addon and the libraries beside it with sizes and times. */
function stateOf({ path, device }: AddonLocation): string {
  const folder = dirname(realpathSync(path));
  const folders = [folder, join(folder, "lib"), join(folder, "..", "..", "deps", "lib")];
  const files = folders.flatMap((name) => {
    try {
      return readdirSync(name, { withFileTypes: true }).flatMap((entry) => {
        if (entry.isDirectory()) return [];
        const { size, mtimeMs } = statSync(join(name, entry.name));
        return [`${join(name, entry.name)} ${size} ${mtimeMs}`];
      });
    } catch {
      return [];
    }
  });
  return [process.version, process.arch, tensorFlowVersion, device, ...files.sort()].join("\n");
}
