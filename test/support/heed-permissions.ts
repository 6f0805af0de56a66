import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const override = "-dac_override,-dac_read_search";

/**
 * Words before a command under which the modes of files hold: none for most users; for root `setpriv`, which takes the
 * right to pass over them away, so that it is an ordinary owner of its files.
 */
export const heedingPermissions: readonly string[] =
  process.getuid?.() === 0 ? ["setpriv", `--bounding-set=${override}`, `--inh-caps=${override}`] : [];

/** Why a command that begins with them reads what it may not; undefined where it does not. */
export function permissionsLack(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "evenodds-modes-"));
  try {
    const file = join(folder, "closed");
    writeFileSync(file, "");
    chmodSync(file, 0);
    const [program, ...words] = [...heedingPermissions, "cat", file];
    const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
    if (error !== undefined) return `no ${program}`;
    return status !== 0 && /denied/.test(stderr) ? undefined : `modes of files do not hold: ${stderr.trim() || "read"}`;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
