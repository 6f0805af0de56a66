import type { Change } from "./file-faults.js";

const writes: ReadonlySet<string> = new Set(["write", "writev", "pwrite", "pwrite64", "pwritev", "pwritev64"]);

/** Returns all changes but the writes of a file between its first and its last one. */
export function withoutInnerWrites(changes: readonly Change[]): Change[] {
  return changes.filter(({ number, call, path }) => {
    if (!writes.has(call)) return true;
    const same = changes.filter((other) => writes.has(other.call) && other.path === path);
    return number === same[0]!.number || number === same.at(-1)!.number;
  });
}

/** Returns the first and the last change by each call. */
export function endsOfCalls(changes: readonly Change[]): Change[] {
  return changes.filter(({ number, call }) => {
    const same = changes.filter((other) => other.call === call);
    return number === same[0]!.number || number === same.at(-1)!.number;
  });
}
