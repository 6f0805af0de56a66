import { InputError, isEvenoddsError } from "./errors.js";

/** An error of the system, such as Node throws where a file cannot be written. */
export interface SystemError extends Error {
  /** Such as `ENOSPC`. */
  readonly code: string;
  readonly syscall: string;
  /** The file, where the system knew it. */
  readonly path?: string;
}

/** Whether something that was thrown is what the system said of a call. */
export function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && !isEvenoddsError(error) && "code" in error && "syscall" in error;
}

/**
 * Returns the error for a place where the system does not let one write, such as a file on a full disk. `cause` is what
 * was thrown, and `found`, unless given, what it says without the call and the path.
 */
export function writeRefusal(
  path: string,
  {
    cause,
    found,
    hint,
  }: { readonly cause: unknown; readonly found?: string | undefined; readonly hint?: string | undefined },
): InputError {
  const said = found ?? (cause instanceof Error ? cause.message : String(cause));
  const reason = isSystemError(cause) && found === undefined ? said.replace(/, \w+(?: '.*)?$/s, "") : said;
  const room = /no space left|quota exceeded|file too large/i.test(reason)
    ? "make room there, and run it again"
    : undefined;
  const expected = "a place with room and permission to write";
  return new InputError({ argument: path, expected, found: reason, hint: hint ?? room }, { cause });
}
