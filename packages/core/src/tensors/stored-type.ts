/** Arrays in which evenodds holds numbers of a tensor. */
export type StoredArray = Float32Array | Float64Array | Int32Array;

/** One array of a safetensors file. */
export interface StoredTensor {
  readonly shape: readonly number[];
  readonly values: StoredArray;
}

interface ElementReader {
  readonly bytes: number;
  readonly read: (data: ArrayBuffer) => StoredArray;
}

/**
 * How the elements of a tensor may be stored, little-endian, by the names of the safetensors format: their bytes, and
 * the array that holds each of their numbers exactly, but for 64-bit integers, of which it holds those up to 2^53.
 */
const readers = {
  BOOL: { bytes: 1, read: (data) => Int32Array.from(new Uint8Array(data)) },
  U8: { bytes: 1, read: (data) => Int32Array.from(new Uint8Array(data)) },
  I8: { bytes: 1, read: (data) => Int32Array.from(new Int8Array(data)) },
  U16: { bytes: 2, read: (data) => Int32Array.from(new Uint16Array(data)) },
  I16: { bytes: 2, read: (data) => Int32Array.from(new Int16Array(data)) },
  U32: { bytes: 4, read: (data) => Float64Array.from(new Uint32Array(data)) },
  I32: { bytes: 4, read: (data) => new Int32Array(data) },
  U64: { bytes: 8, read: (data) => Float64Array.from(new BigUint64Array(data), Number) },
  I64: { bytes: 8, read: (data) => Float64Array.from(new BigInt64Array(data), Number) },
  F16: { bytes: 2, read: (data) => fromFloat16(new Uint16Array(data)) },
  BF16: { bytes: 2, read: (data) => fromBfloat16(new Uint16Array(data)) },
  F32: { bytes: 4, read: (data) => new Float32Array(data) },
  F64: { bytes: 8, read: (data) => new Float64Array(data) },
} as const satisfies Readonly<Record<string, ElementReader>>;

/** Element types that evenodds reads, by their names in the safetensors format. */
export type StoredType = keyof typeof readers;

/** Whether a name is that of an element type which evenodds reads. */
export function isStoredType(name: string): name is StoredType {
  return Object.hasOwn(readers, name);
}

/** Returns how many bytes an element takes. */
export function elementBytes(type: StoredType): number {
  return readers[type].bytes;
}

/** Whether elements are floating-point numbers. */
export function isFloatType(type: StoredType): boolean {
  return type.includes("F");
}

/**
 * Returns the numbers of a tensor from its bytes, a copy unless they are a whole buffer; truth values are 1 and 0.
 * Returns null where a 64-bit integer
 * is beyond 2^53, so that a double does not hold it, and where a byte of `BOOL` is neither 1 nor 0.
 */
export function readElements(type: StoredType, bytes: Uint8Array): StoredArray | null {
  const values = readers[type].read(ownBuffer(bytes));
  if (type === "I64" || type === "U64") return values.every(Number.isSafeInteger) ? values : null;
  if (type === "BOOL") return values.every((value) => value === 0 || value === 1) ? values : null;
  return values;
}

/**
 * Returns a buffer of these bytes alone, where numbers are aligned: a copy where the bytes are a part of a larger one,
 * which `slice` of a Node Buffer would share.
 */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length ? buffer : new Uint8Array(bytes).buffer;
}

/** Returns the numbers of IEEE 754 binary16 (`F16`), each exactly, as float32. */
function fromFloat16(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (bits) => {
    const sign = bits & 0x8000 ? -1 : 1;
    const exponent = (bits >> 10) & 0x1f;
    const fraction = bits & 0x3ff;
    if (exponent === 0x1f) return fraction === 0 ? sign * Infinity : NaN;
    // An exponent of 0 stands for numbers without the leading one.
    return exponent === 0 ? sign * fraction * 2 ** -24 : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}

/** Returns the numbers of `BF16`, the upper half of a float32 each, exactly. */
function fromBfloat16(halves: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (bits) => bits << 16).buffer);
}
