import { createHash } from "node:crypto";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild, type ChildResult } from "./child.js";

/**
 * What goes wrong: the command is killed before the change, there is no room on the disk from there on, or for this one
 * change.
 */
export type FaultKind = "kill" | "full" | "once";

/** A change of a file or folder. */
export interface Change {
  /** From 1. */
  readonly number: number;
  /** Such as `rename`. */
  readonly call: string;
  readonly path: string;
}

const source = fileURLToPath(new URL("file-faults.c", import.meta.url));

/** Compiles the layer into `folder` and returns its path; null where there is no compiler, or no Linux. */
export async function compileFaults(folder: string): Promise<string | null> {
  if (process.platform !== "linux") return null;
  const library = join(folder, "file-faults.so");
  const compiled = await runChild(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"]).catch(() => null);
  if (compiled === null) return null;
  if (compiled.code !== 0) throw new Error(compiled.log);
  return library;
}

/** Where a command runs under the layer. */
export interface FaultPlace {
  /** What {@link compileFaults} returned. */
  readonly library: string;
  /** Folder for its notes. */
  readonly notes: string;
  /** Below here, changes count. */
  readonly below: string;
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/** Runs a program, counts what it changes, and lets the change `at` go wrong if one is given. */
export async function runWithFault(
  command: readonly [string, ...string[]],
  { library, notes, below, cwd, env = process.env }: FaultPlace,
  fault?: { readonly kind: FaultKind; readonly at: number },
): Promise<ChildResult & { readonly changes: readonly Change[] }> {
  const [state, log] = [join(notes, "state"), join(notes, "log")];
  await writeFile(state, new Uint8Array(16));
  await writeFile(log, "");
  const result = await runChild(command, {
    cwd,
    env: {
      ...env,
      ...{ LD_PRELOAD: library, FAULT_STATE: state, FAULT_LOG: log, FAULT_BELOW: below },
      ...(fault === undefined ? {} : { FAULT_KIND: fault.kind, FAULT_AT: String(fault.at) }),
    },
  });
  const lines = (await readFile(log, "utf8")).split("\n").slice(0, -1);
  const changes = lines.map((line) => {
    const [, number, call, path] = /^(\d+) (\S+) (.*)$/.exec(line)!;
    return { number: Number(number), call: call!, path: path! };
  });
  return { ...result, changes };
}

/** SHA-256 of every file below a folder by its path, those that begin with a dot included, and "folder" for folders. */
export async function contentsBelow(folder: string, ignored: readonly string[] = []): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const kept = entries.filter(({ name }) => !ignored.includes(name));
  const hashes = await Promise.all(
    kept.map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      const hash = entry.isDirectory()
        ? "folder"
        : createHash("sha256")
            .update(await readFile(path))
            .digest("hex");
      return [path.slice(folder.length + 1), hash] as const;
    }),
  );
  return Object.fromEntries(hashes.sort(([a], [b]) => (a < b ? -1 : 1)));
}
