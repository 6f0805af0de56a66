import { crc32, deflateRawSync } from "node:zlib";

type Numbers = "|b1" | "<i4" | "<i8" | "<f4" | "<f8";

const writers: Readonly<Record<Numbers, { bytes: number; write: (to: Buffer, value: number, at: number) => void }>> = {
  "|b1": { bytes: 1, write: (to, value, at) => void to.writeUInt8(value, at) },
  "<i4": { bytes: 4, write: (to, value, at) => void to.writeInt32LE(value, at) },
  "<i8": { bytes: 8, write: (to, value, at) => void to.writeBigInt64LE(BigInt(value), at) },
  "<f4": { bytes: 4, write: (to, value, at) => void to.writeFloatLE(value, at) },
  "<f8": { bytes: 8, write: (to, value, at) => void to.writeDoubleLE(value, at) },
};

/** Returns a `.npy` file, of one dimension unless there is a `shape`. */
export function npy(
  values: readonly number[],
  type: Numbers = "<i4",
  shape: readonly number[] = [values.length],
): Buffer {
  const { bytes, write } = writers[type];
  const content = Buffer.alloc(values.length * bytes);
  values.forEach((value, i) => write(content, value, i * bytes));
  return npyOf(type, shape, content);
}

/** Returns a `.npy` file of format 1 with these bytes. */
export function npyOf(descr: string, shape: readonly number[], content: Buffer, fortran = "False"): Buffer {
  const sizes = shape.length === 1 ? `${shape[0]},` : shape.join(", ");
  const text = `{'descr': '${descr}', 'fortran_order': ${fortran}, 'shape': (${sizes}), }`;
  const header = Buffer.from(`\x93NUMPY\x01\x00\x00\x00${text.padEnd(117)}\n`, "latin1");
  header.writeUInt16LE(118, 8);
  return Buffer.concat([header, content]);
}

/** Returns a ZIP archive; entries are deflated unless `stored`. */
export function zip(entries: Readonly<Record<string, Buffer>>, { stored = false } = {}): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(entries)) {
    const packed = stored ? content : deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(stored ? 0 : 8, 8);
    local.writeUInt32LE(crc32(content), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(content.length, 22);
    local.writeUInt16LE(name.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    local.copy(central, 6, 4, 30);
    central.writeUInt32LE(at, 42);
    directory.push(central, Buffer.from(name));
    parts.push(local, Buffer.from(name), packed);
    at += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  const count = Object.keys(entries).length;
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** Returns a matrix as `scipy.sparse.save_npz` writes it in CSR format. */
export function sparseNpz(matrix: readonly (readonly number[])[]): Buffer {
  const pointer = [0];
  const column: number[] = [];
  const value: number[] = [];
  for (const row of matrix) {
    row.forEach((x, c) => {
      if (x === 0) return;
      column.push(c);
      value.push(x);
    });
    pointer.push(value.length);
  }
  return zip({
    "indices.npy": npy(column),
    "indptr.npy": npy(pointer),
    "shape.npy": npy([matrix.length, matrix[0]!.length], "<i8"),
    "data.npy": npy(value, "<i8"),
  });
}
