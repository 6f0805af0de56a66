import { homedir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Returns where evenodds keeps what it sets up, by the environment of a process, as an absolute path:
 * `$EVENODDS_CACHE`, else `$XDG_CACHE_HOME/evenodds`, else `~/.cache/evenodds`.
 */
export function cacheFolder(env: Readonly<Record<string, string | undefined>>): string {
  if (env.EVENODDS_CACHE) return resolve(env.EVENODDS_CACHE);
  return resolve(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "evenodds");
}
