import { spawnSync } from "node:child_process";

/**
 * Words before a command that sees small disks in memory at the folders given, which are there, with their sizes. Only
 * the command and what it starts see them, and they are gone with it.
 */
export function onSmallDisks(sizes: Readonly<Record<string, string>>): readonly string[] {
  const mounts = Object.entries(sizes).map(([folder, size]) => `mount -t tmpfs -o size=${size} tmpfs '${folder}'`);
  return [...namespace(), "sh", "-c", [...mounts, 'exec "$@"'].join(" && "), "sh"];
}

/** Why there can be none; undefined where there can. */
export function smallDisksLack(): string | undefined {
  const [program, ...words] = [...onSmallDisks({ "/mnt": "1m" }), "true"];
  const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
  if (error !== undefined) return `no ${program}`;
  return status === 0 ? undefined : `no file system can be mounted: ${stderr.trim()}`;
}

/** Mounts of its own; for a user who is not root as root of nothing else. */
function namespace(): readonly string[] {
  return process.getuid?.() === 0 ? ["unshare", "--mount"] : ["unshare", "--mount", "--user", "--map-root-user"];
}
