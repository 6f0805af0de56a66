import { readFile } from "node:fs/promises";
import { InputError, isSystemError } from "@evenodds/core";

/**
 * Returns the bytes of a file that a user names. Throws {@link InputError} where it cannot be read, with `expected` as
 * what was expected, and `ifMissing` as what to do where there is none.
 */
export async function readGivenFile(
  path: string,
  { expected, ifMissing }: { readonly expected: string; readonly ifMissing?: string | undefined },
): Promise<Buffer> {
  return readFile(path).catch((cause: unknown) => {
    throw unreadable(cause, { path, expected, kind: "file", ifMissing });
  });
}

/** Returns the error for a file or folder that a user names and that cannot be read; a bug stays what it is. */
export function unreadable(
  cause: unknown,
  place: {
    readonly path: string;
    readonly expected: string;
    readonly kind: "file" | "folder";
    readonly ifMissing?: string | undefined;
  },
): unknown {
  if (!isSystemError(cause)) return cause;
  const { path, expected, kind, ifMissing: hint } = place;
  const found =
    cause.code === "ENOENT"
      ? `no such ${kind}`
      : cause.code === "EISDIR"
        ? "a folder"
        : cause.code === "ENOTDIR"
          ? "a file"
          : `an error (${cause.code})`;
  const next = cause.code === "ENOENT" ? hint : undefined;
  return new InputError({ argument: path, expected, found, hint: next }, { cause });
}
