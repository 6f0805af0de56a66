import { InputError, readElements, type StoredType, type StoredArray } from "@evenodds/core";

/** Element types that are read, for messages. */
const readTypes = "bool, (u)int8 to (u)int64, float16, bfloat16, float32 or float64";

/** Which array of which file. */
interface NamedArray {
  readonly key: string;
  readonly file: string;
}

/**
 * Returns the numbers of an array. Throws {@link InputError} for integers beyond 2^53 and for truth values that are
 * neither 1 nor 0.
 */
export function numbersOf(
  bytes: Uint8Array,
  { type, ...array }: NamedArray & { readonly type: StoredType },
): StoredArray {
  const values = readElements(type, bytes);
  if (values !== null) return values;
  const found = type === "BOOL" ? "a truth value that is neither 1 nor 0" : "an integer beyond 2^53";
  throw new InputError({ argument: `${array.key} of ${array.file}`, expected: "numbers that a double holds", found });
}

/** Returns the error about an element type that evenodds does not read. */
export function unreadable({ key, file, found }: NamedArray & { readonly found: string }): InputError {
  return new InputError({
    argument: `${key} of ${file}`,
    expected: `elements of type ${readTypes}, or texts of NumPy`,
    found,
    hint:
      found === "object"
        ? "objects are pickled, and can hold programs; write texts as np.array(..., dtype=str)"
        : undefined,
  });
}
