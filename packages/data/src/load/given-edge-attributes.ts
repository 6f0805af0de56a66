import { InputError, type EdgeAttributes } from "@evenodds/core";
import type { MemoryEdgeAttributes } from "./memory-graph.js";

/**
 * Returns the attributes of the pairs of a graph that is at hand, `[E, D]`; messages call them `argument`. Throws
 * {@link InputError} for another number of them, rows of different lengths, and numbers that are not finite in 32 bits.
 */
export function givenEdgeAttributes(
  { names, values: given }: MemoryEdgeAttributes,
  { pairs, argument }: { readonly pairs: number; readonly argument: string },
): EdgeAttributes {
  const refuse = (expected: string, found: string, hint?: string): never => {
    throw new InputError({ argument, expected, found, hint });
  };
  const isFlat = ArrayBuffer.isView(given);
  const width = names?.length ?? (isFlat ? given.length / pairs : given[0]?.length);
  if (width === undefined || !Number.isInteger(width) || width === 0) {
    const found = isFlat ? `${given.length} numbers` : `${width ?? "no"} numbers in a row`;
    const expected = `as many attributes for each of ${pairs} pairs, at least one`;
    return refuse(expected, found, "give their names too");
  }
  if (isFlat && given.length !== pairs * width) {
    refuse(`${pairs} pairs times ${width} attributes`, `${given.length} numbers`);
  }
  if (!isFlat && given.length !== pairs) refuse(`${pairs} rows, one for each pair`, `${given.length}`);
  const values = new Float32Array(pairs * width);
  for (let pair = 0; pair < pairs; pair++) {
    const row: ArrayLike<number> = isFlat ? given.subarray(pair * width, (pair + 1) * width) : given[pair]!;
    if (row.length !== width) refuse(`${width} numbers`, `${row.length} in row ${pair}`);
    for (let at = 0; at < width; at++) {
      const value = row[at]!;
      if (!Number.isFinite(Math.fround(value))) refuse("finite numbers of 32 bits", `${value} in row ${pair}`);
      values[pair * width + at] = value;
    }
  }
  return { names: names ?? Array.from({ length: width }, (_, at) => `attribute${at}`), values };
}
