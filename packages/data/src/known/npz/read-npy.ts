import { InputError } from "@evenodds/core";

const readers = {
  "<i4": { bytes: 4, read: (content: Buffer, at: number) => content.readInt32LE(at) },
  "<i8": { bytes: 8, read: (content: Buffer, at: number) => Number(content.readBigInt64LE(at)) },
  "<f4": { bytes: 4, read: (content: Buffer, at: number) => content.readFloatLE(at) },
  "<f8": { bytes: 8, read: (content: Buffer, at: number) => content.readDoubleLE(at) },
} as const;

/**
 * Returns the numbers of a one-dimensional NumPy file (`.npy`, format 1 to 3, little-endian int32, int64, float32 or
 * float64). Throws {@link InputError} for any other; `name` is used in the message. Source: numpy.lib.format.
 */
export function readNpy(content: Buffer, name: string): Float64Array {
  const refuse = (found: string) =>
    new InputError({
      argument: name,
      expected: `a NumPy array of one dimension and type ${Object.keys(readers).join(", ")}`,
      found,
    });
  if (content.toString("latin1", 0, 6) !== "\x93NUMPY") throw refuse("another format");
  const lengthBytes = content[6] === 1 ? 2 : 4;
  const start = 8 + lengthBytes + (lengthBytes === 2 ? content.readUInt16LE(8) : content.readUInt32LE(8));
  const header = content.toString("latin1", 8 + lengthBytes, start);
  const type = /'descr': '([^']*)'/.exec(header)?.[1] ?? "";
  const length = Number(/'shape': \((\d+),\)/.exec(header)?.[1] ?? NaN);
  const reader = Object.entries(readers).find(([known]) => known === type)?.[1];
  if (reader === undefined || Number.isNaN(length)) throw refuse(header.trim());
  if (content.length < start + length * reader.bytes) throw refuse("fewer bytes than its header says");
  return Float64Array.from({ length }, (_, i) => reader.read(content, start + i * reader.bytes));
}
