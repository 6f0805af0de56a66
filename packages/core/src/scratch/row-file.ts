import { closeSync, openSync, readSync, unlinkSync, writeSync } from "node:fs";
import type { RowSource } from "./row-source.js";

/** A matrix of float32 in a file: row after row, in the order of this machine's bytes. */
export class RowFile implements RowSource {
  readonly rows: number;
  readonly columns: number;
  readonly #path: string;
  readonly #file: number;
  #isThere = true;

  /** Makes an empty file, which must not be there. */
  constructor(path: string, { rows, columns }: { readonly rows: number; readonly columns: number }) {
    this.#path = path;
    this.rows = rows;
    this.columns = columns;
    this.#file = openSync(path, "wx+");
  }

  read(start: number, into: Float32Array): void {
    readWhole(this.#file, { into, at: start * this.columns * 4, path: this.#path });
  }

  /** Writes whole rows from `start` on. */
  write(start: number, values: Float32Array): void {
    writeWhole(this.#file, { from: values, at: start * this.columns * 4 });
  }

  /** Closes and removes the file. Calling it again does nothing. */
  remove(): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    closeSync(this.#file);
    unlinkSync(this.#path);
  }
}

/** Reads as many bytes as there is room for. Throws where the file has fewer: somebody else has changed it. */
export function readWhole(
  file: number,
  { into, at, path }: { readonly into: ArrayBufferView; readonly at: number; readonly path: string },
): void {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  for (let done = 0; done < bytes.length;) {
    const read = readSync(file, bytes, done, bytes.length - done, at + done);
    if (read === 0) throw new Error(`${path} ends before byte ${at + bytes.length}`);
    done += read;
  }
}

/** Writes all bytes, whatever the system takes at once. */
export function writeWhole(file: number, { from, at }: { readonly from: ArrayBufferView; readonly at: number }): void {
  const bytes = new Uint8Array(from.buffer, from.byteOffset, from.byteLength);
  for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
}
