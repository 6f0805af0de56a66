/** `Map` and `Set` end at 2^24 entries. */
const mostEntries = 2 ** 24;

/**
 * A `Map` of any size: several of them, each filled before the next one begins. Up to 2^24 entries it is one `Map` and
 * as fast; `perPart` is how many entries each holds.
 */
export class LargeMap<K, V> {
  readonly #parts = [new Map<K, V>()];
  readonly #perPart: number;

  constructor({ perPart = mostEntries }: { readonly perPart?: number } = {}) {
    this.#perPart = perPart;
  }

  get size(): number {
    return this.#parts.reduce((sum, part) => sum + part.size, 0);
  }

  has(key: K): boolean {
    return this.#parts.some((part) => part.has(key));
  }

  get(key: K): V | undefined {
    return (this.#partOf(key) ?? this.#parts[0]!).get(key);
  }

  set(key: K, value: V): void {
    const part = this.#partOf(key) ?? this.#parts[this.#parts.length - 1]!;
    if (part.size < this.#perPart || part.has(key)) part.set(key, value);
    else this.#parts.push(new Map([[key, value]]));
  }

  /** Keys and values in the order in which the keys first came. */
  *[Symbol.iterator](): IterableIterator<[K, V]> {
    for (const part of this.#parts) yield* part;
  }

  /** The part that has the key, where there are several. */
  #partOf(key: K): Map<K, V> | undefined {
    return this.#parts.length === 1 ? this.#parts[0] : this.#parts.find((part) => part.has(key));
  }
}
