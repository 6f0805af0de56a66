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
    if (!isSystemError(cause)) throw cause;
    const isMissing = cause.code === "ENOENT";
    const found = isMissing ? "no such file" : `an error (${cause.code})`;
    throw new InputError({ argument: path, expected, found, hint: isMissing ? ifMissing : undefined }, { cause });
  });
}
