import { homedir } from "node:os";
import { join, resolve } from "node:path";

/**
 * Returns where evenodds keeps what it sets up, as an absolute path: `$EVENODDS_CACHE`, else
 * `$XDG_CACHE_HOME/evenodds`, else `~/.cache/evenodds`.
 */
export function cacheFolder(env: NodeJS.ProcessEnv = process.env): string {
  if (env.EVENODDS_CACHE) return resolve(env.EVENODDS_CACHE);
  return resolve(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "evenodds");
}
