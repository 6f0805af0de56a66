import { constants } from "node:buffer";
import type { FileHandle } from "node:fs/promises";
import { totalmem } from "node:os";
import { InputError, sizeText } from "@evenodds/core";

/** A file that is open for reading. */
export interface OpenFile {
  /** For messages. */
  readonly name: string;
  readonly handle: FileHandle;
  /** In bytes. */
  readonly size: number;
}

/** What the system reads at once. */
const mostAtOnce = 2 ** 30;

/**
 * Returns the bytes of a file from `start` to before `end`. Throws {@link InputError} for a range that does not fit
 * into memory, before it takes any, and for a file that ends before.
 */
export async function readRange(
  { name, handle }: OpenFile,
  range: { start: number; end: number },
): Promise<Uint8Array> {
  const { start, end } = range;
  checkFits(end - start, name);
  const bytes = new Uint8Array(end - start);
  for (let at = 0; at < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, at, Math.min(mostAtOnce, bytes.length - at), start + at);
    if (bytesRead === 0) {
      throw new InputError({ argument: name, expected: `${end} bytes or more`, found: `${start + at}` });
    }
    at += bytesRead;
  }
  return bytes;
}

/** Throws {@link InputError} for an array that neither Node nor the machine could hold. */
export function checkFits(bytes: number, name: string): void {
  const most = Math.min(constants.MAX_LENGTH, totalmem());
  if (bytes <= most) return;
  const expected = `arrays of at most ${sizeText(most)}, which fit into memory`;
  throw new InputError({ argument: name, expected, found: `one of ${sizeText(bytes)}` });
}
