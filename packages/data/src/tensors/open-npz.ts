import { elementBytes, InputError, type StoredType } from "@evenodds/core";
import { numbersOf, unreadable } from "./numbers-of.js";
import { elementCount, type ArrayContent, type TensorFile, type TensorHead } from "./tensor-file.js";
import { torchHint } from "./torch-hint.js";
import type { OpenFile } from "./read-range.js";
import { zipContent, zipEntries, zipStart, type ZipEntry } from "./zip-archive.js";

/** What the head of a `.npy` file says. */
interface NpyHead extends TensorHead {
  /** As NumPy writes it, such as `<i8`. */
  readonly descr: string;
  /** Whether elements are in the order of columns. */
  readonly isFortran: boolean;
  /** Bytes of the head, and of an element. */
  readonly start: number;
  readonly bytes: number;
}

/**
 * Reads the heads of the arrays in an archive of `numpy.savez` or `savez_compressed`. Throws {@link InputError} for
 * a file that is none, and for one of `torch.save`.
 */
export async function openNpz(file: OpenFile): Promise<TensorFile> {
  const { name } = file;
  const entries = await zipEntries(file);
  if (entries.some((entry) => /(^|\/)data\.pkl$/.test(entry.name))) {
    const expected = "an archive of numpy.savez";
    throw new InputError({ argument: name, expected, found: "a file of torch.save", hint: torchHint });
  }
  const arrays = new Map<string, { readonly entry: ZipEntry; readonly head: NpyHead }>();
  for (const entry of entries) {
    const key = entry.name.replace(/\.npy$/, "");
    arrays.set(key, { entry, head: npyHead(await zipStart(file, entry), { key, file: name, size: entry.size }) });
  }
  const heads = new Map([...arrays].map(([key, { head }]) => [key, head]));
  const read = async (key: string): Promise<ArrayContent> => {
    const { entry, head } = arrays.get(key)!;
    if (head.type === null) throw unreadable({ key, file: name, found: head.typeName });
    const content = await zipContent(file, entry);
    const bytes = rowMajor(content.subarray(head.start), head);
    const { type, shape } = head;
    if (type === "text") return { type, shape, texts: textsOf(bytes, { ...head, key, file: name }) };
    return { type, shape, values: numbersOf(bytes, { type, key, file: name }) };
  };
  return { name, heads, metadata: new Map(), read };
}

/** Element types by what NumPy calls them in files; the letters before are the order of bytes. */
const numpyTypes: ReadonlyMap<string, readonly [type: StoredType, name: string]> = new Map([
  ["|b1", ["BOOL", "bool"]],
  ["|u1", ["U8", "uint8"]],
  ["|i1", ["I8", "int8"]],
  ["<u2", ["U16", "uint16"]],
  ["<i2", ["I16", "int16"]],
  ["<u4", ["U32", "uint32"]],
  ["<i4", ["I32", "int32"]],
  ["<u8", ["U64", "uint64"]],
  ["<i8", ["I64", "int64"]],
  ["<f2", ["F16", "float16"]],
  ["<f4", ["F32", "float32"]],
  ["<f8", ["F64", "float64"]],
]);

/**
 * Reads the head of a `.npy` file of format 1 to 3, from its first bytes. Throws {@link InputError} for another format,
 * and where the file has not the `size` that type and shape need, before anything of that size is made. Source:
 * numpy.lib.format.
 */
function npyHead(
  first: Uint8Array,
  { key, file, size }: { readonly key: string; readonly file: string; readonly size: number },
): NpyHead {
  const refuse = (found: string) => new InputError({ argument: `${key} of ${file}`, expected: "a NumPy array", found });
  const content = Buffer.from(first.buffer, first.byteOffset, first.length);
  if (content.toString("latin1", 0, 6) !== "\x93NUMPY" || content.length < 12) throw refuse("another format");
  const lengthBytes = content[6] === 1 ? 2 : 4;
  const start = 8 + lengthBytes + (lengthBytes === 2 ? content.readUInt16LE(8) : content.readUInt32LE(8));
  const text = content.toString("utf8", 8 + lengthBytes, Math.min(start, content.length));
  const descr = /'descr': '([^']*)'/.exec(text)?.[1];
  const sizes = /'shape': \(([\d, ]*)\)/.exec(text)?.[1];
  const isFortran = /'fortran_order': True/.test(text);
  // Records have a list in place of a name.
  if (descr === undefined) return { type: null, typeName: "records", shape: [], descr: "", isFortran, start, bytes: 0 };
  if (sizes === undefined) throw refuse(`the head ${JSON.stringify(text.trim().slice(0, 80))}`);
  const shape = sizes
    .split(",")
    .filter((part) => part.trim() !== "")
    .map(Number);
  const known = numpyTypes.get(descr);
  const letters = /^(?:<U|\|S)(\d+)$/.exec(descr)?.[1];
  const typeName = known?.[1] ?? (letters !== undefined ? "text" : descr === "|O" ? "object" : descr);
  const type = known?.[0] ?? (letters === undefined ? null : "text");
  if (type === null) return { type, typeName, shape, descr, isFortran, start, bytes: 0 };
  const bytes = type === "text" ? Number(letters) * (descr.startsWith("<U") ? 4 : 1) : elementBytes(type);
  const needed = elementCount(shape) * bytes;
  if (size - start !== needed)
    throw refuse(`${size - start} bytes, where its shape (${sizes}) of ${descr} needs ${needed}`);
  return { type, typeName, shape, descr, isFortran, start, bytes };
}

/** Returns elements in the order of rows. An array of more than two dimensions is none that anything here reads. */
function rowMajor(content: Uint8Array, { shape, isFortran, bytes }: NpyHead): Uint8Array {
  const [rows, columns] = shape as [number, number];
  if (!isFortran || shape.length !== 2 || rows < 2 || columns < 2) return content;
  const turned = new Uint8Array(content.length);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const [from, to] = [(column * rows + row) * bytes, (row * columns + column) * bytes];
      for (let byte = 0; byte < bytes; byte++) turned[to + byte] = content[from + byte]!;
    }
  }
  return turned;
}

/**
 * Texts have one width, and are filled up with zeros: letters of UTF-32 (`U`), or bytes (`S`), read as UTF-8. Throws
 * {@link InputError} for what is neither.
 */
function textsOf(
  content: Uint8Array,
  { shape, bytes, descr, key, file }: NpyHead & { readonly key: string; readonly file: string },
): string[] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const decode = (start: number) => {
    if (descr.startsWith("|S")) return decoder.decode(content.subarray(start, start + bytes));
    let text = "";
    for (let at = start; at < start + bytes; at += 4) text += String.fromCodePoint(view.getUint32(at, true));
    return text;
  };
  return Array.from({ length: elementCount(shape) }, (_, i) => {
    try {
      return decode(i * bytes).replace(/\0+$/, "");
    } catch (cause) {
      const found = `other bytes in place ${i}`;
      throw new InputError({ argument: `${key} of ${file}`, expected: "texts in Unicode", found }, { cause });
    }
  });
}
