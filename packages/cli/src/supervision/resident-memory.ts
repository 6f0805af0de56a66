import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Returns the bytes that a process holds in memory; null where the system does not say. Linux has a file that says so,
 * macOS and others `ps`, Windows neither.
 */
export function residentMemory(pid: number | undefined, platform: NodeJS.Platform = process.platform): number | null {
  if (pid === undefined || platform === "win32") return null;
  try {
    const [, kilobytes] =
      platform === "linux"
        ? (/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [])
        : (/^\s*(\d+)\s*$/.exec(ask(pid)) ?? []);
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

function ask(pid: number): string {
  return execFileSync("ps", ["-o", "rss=", "-p", `${pid}`], {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    timeout: 1000,
  });
}
