/**
 * A size or an element of a small whole-number tensor: digits where it is fixed, otherwise a sum of symbols such as
 * `#0+#3+2`. Equal texts are equal numbers whenever the model runs; of different texts nothing is known.
 */
export type Size = string;

/** The sizes of a tensor, axis by axis. */
export type Shape = readonly Size[];

/** Returns the symbol of what `meaning` describes; the same meaning has the same symbol. */
export type Symbols = (meaning: string) => Size;

/** Starts a set of symbols. Those of sets with different marks are different. */
export function makeSymbols(mark = "#"): Symbols {
  const known = new Map<string, Size>();
  return (meaning) => {
    const symbol = known.get(meaning) ?? `${mark}${known.size}`;
    known.set(meaning, symbol);
    return symbol;
  };
}

/** Whether there is a shape, for lists of them. */
export function isKnown(shape: Shape | undefined): shape is Shape {
  return shape !== undefined;
}

/** Returns the number of a fixed size, undefined for others. */
export function fixedSize(size: Size | undefined): number | undefined {
  return size !== undefined && /^-?\d+$/.test(size) ? Number(size) : undefined;
}

/** Returns the smallest number that a size can be, since no symbol is below 0. */
export function leastSize(size: Size): number {
  return size.split("+").reduce((sum, term) => sum + (fixedSize(term) ?? 0), 0);
}

/** Returns the sum of sizes; the order does not matter. */
export function sumOf(sizes: readonly Size[]): Size {
  const terms = sizes.flatMap((size) => size.split("+"));
  const symbols = terms.filter((term) => fixedSize(term) === undefined).sort();
  const fixed = terms.reduce((sum, term) => sum + (fixedSize(term) ?? 0), 0);
  return [...symbols, ...(fixed === 0 && symbols.length > 0 ? [] : [`${fixed}`])].join("+");
}

/** Returns the product of sizes, undefined where several of them are not fixed. */
export function productOf(sizes: readonly Size[]): Size | undefined {
  const fixed = sizes.reduce((product, size) => product * (fixedSize(size) ?? 1), 1);
  const open = sizes.filter((size) => fixedSize(size) === undefined);
  if (fixed === 0 || open.length === 0) return `${fixed}`;
  return open.length === 1 && fixed === 1 ? open[0] : undefined;
}
