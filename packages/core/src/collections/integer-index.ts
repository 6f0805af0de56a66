/** Slots per key at most: fuller tables take long walks. */
const fullest = 0.6;

/**
 * Distinct whole numbers in the order in which they first came, with the position of each. A hash table in typed
 * arrays: it takes about 16 bytes a number and holds 10^9, where a `Set` ends at 2^24.
 */
export class IntegerIndex {
  #keys: Float64Array;
  /** One more than the position of the key of each slot; 0 = empty. */
  #slots: Int32Array;
  #size = 0;

  /** `expected`: how many numbers will come, as far as it is known; more only cost time. */
  constructor(expected = 0) {
    this.#keys = new Float64Array(Math.max(16, expected));
    this.#slots = new Int32Array(slotsFor(this.#keys.length));
  }

  get size(): number {
    return this.#size;
  }

  /** `[size]`, the numbers in the order in which they came. A view: do not write into it. */
  get keys(): Float64Array {
    return this.#keys.subarray(0, this.#size);
  }

  /** Returns the position of a number from 0 to 2^53, which it has from now on if it is new. */
  add(key: number): number {
    let slot = this.#slotOf(key);
    const there = this.#slots[slot]!;
    if (there > 0) return there - 1;
    if (this.#size === this.#keys.length) {
      this.#grow();
      slot = this.#slotOf(key);
    }
    this.#keys[this.#size] = key;
    this.#slots[slot] = ++this.#size;
    return this.#size - 1;
  }

  /** Returns the position of a number, −1 where it has not come. */
  at(key: number): number {
    return this.#slots[this.#slotOf(key)]! - 1;
  }

  /** The slot that has the key, or the empty one where it belongs. */
  #slotOf(key: number): number {
    const last = this.#slots.length - 1;
    // Both halves of the number, mixed as MurmurHash3 does: neighbouring keys are far apart.
    let hash = (key | 0) ^ Math.imul((key / 0x1_0000_0000) | 0, 0x9e37_79b1);
    hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
    let slot = (hash ^ (hash >>> 16)) & last;
    for (let there = this.#slots[slot]!; there > 0 && this.#keys[there - 1] !== key; there = this.#slots[slot]!) {
      slot = (slot + 1) & last;
    }
    return slot;
  }

  #grow(): void {
    const keys = new Float64Array(2 * this.#keys.length);
    keys.set(this.#keys);
    this.#keys = keys;
    const needed = slotsFor(keys.length);
    if (needed === this.#slots.length) return;
    this.#slots = new Int32Array(needed);
    for (let at = 0; at < this.#size; at++) this.#slots[this.#slotOf(keys[at]!)] = at + 1;
  }
}

function slotsFor(keys: number): number {
  return 2 ** Math.ceil(Math.log2(keys / fullest));
}
