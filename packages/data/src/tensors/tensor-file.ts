import type { StoredType, StoredArray } from "@evenodds/core";

/** What a file says of one of its arrays. */
export interface TensorHead {
  /** Element type; `text` for texts; null for one that evenodds does not read. */
  readonly type: StoredType | "text" | null;
  /** The type as the file calls it, for messages, such as `int64`. */
  readonly typeName: string;
  readonly shape: readonly number[];
}

/** An array that was read, row-major: `values` of numbers (truth values are 1 and 0), or `texts`. */
export type ArrayContent = { readonly shape: readonly number[] } & (
  | { readonly type: StoredType; readonly values: StoredArray; readonly texts?: undefined }
  | { readonly type: "text"; readonly texts: readonly string[]; readonly values?: undefined }
);

/** A file of arrays, of which nothing but their heads has been read. */
export interface TensorFile {
  readonly name: string;
  /** By name, in the order of the file. */
  readonly heads: ReadonlyMap<string, TensorHead>;
  /** Texts that the file holds beside its arrays, by name. */
  readonly metadata: ReadonlyMap<string, string>;
  /**
   * Reads one of the arrays. Throws `InputError` for an element type that evenodds does not read, an integer beyond
   * 2^53, and bytes that are damaged.
   */
  readonly read: (key: string) => Promise<ArrayContent>;
}

/** Returns the number of elements of a shape. */
export function elementCount(shape: readonly number[]): number {
  return shape.reduce((product, size) => product * size, 1);
}

/** Returns how messages write a shape, such as `[2, 5]`. */
export function shapeText(shape: readonly number[]): string {
  return `[${shape.join(", ")}]`;
}
