import { closeSync, openSync, unlinkSync } from "node:fs";
import { readWhole, writeWhole } from "@evenodds/core";

/** Bytes of all keys that wait for their place in the file, about. */
const waitingBytes = 2 ** 24;

/** Most keys that are written together. */
const mostTogether = 8192;

/** Where keys that were written together are, and how many there are. */
interface Piece {
  readonly at: number;
  readonly count: number;
}

/** Keys of arcs in a file, with what the arcs weigh, dealt out to ranges that begin at ascending borders. */
export class DealtKeys {
  readonly #path: string;
  readonly #file: number;
  readonly #borders: Float64Array;
  readonly #together: number;
  readonly #keys: Float64Array;
  readonly #weights: Float32Array | undefined;
  readonly #waiting: Int32Array;
  readonly #pieces: Piece[][];
  #at = 0;

  /** Makes an empty file, which must not be there. */
  constructor(path: string, { borders, isWeighted }: { readonly borders: Float64Array; readonly isWeighted: boolean }) {
    const ranges = borders.length + 1;
    this.#path = path;
    this.#borders = borders;
    this.#together = Math.max(64, Math.min(mostTogether, Math.floor(waitingBytes / (12 * ranges))));
    this.#keys = new Float64Array(ranges * this.#together);
    this.#weights = isWeighted ? new Float32Array(ranges * this.#together) : undefined;
    this.#waiting = new Int32Array(ranges);
    this.#pieces = Array.from({ length: ranges }, () => []);
    this.#file = openSync(path, "wx+");
  }

  /** Adds a key; a weight is left out where arcs have none. */
  add(key: number, weight = 1): void {
    const range = this.#rangeOf(key);
    const place = range * this.#together + this.#waiting[range]!;
    this.#keys[place] = key;
    if (this.#weights !== undefined) this.#weights[place] = weight;
    if (++this.#waiting[range]! === this.#together) this.#write(range);
  }

  /** Returns all keys of a range, in the order in which they were added, and their weights. */
  take(range: number): { readonly keys: Float64Array; readonly edgeWeight: Float32Array | undefined } {
    this.#write(range);
    const pieces = this.#pieces[range]!;
    const all = pieces.reduce((sum, { count }) => sum + count, 0);
    const keys = new Float64Array(all);
    const edgeWeight = this.#weights && new Float32Array(all);
    let done = 0;
    for (const { at, count } of pieces) {
      readWhole(this.#file, { into: keys.subarray(done, done + count), at, path: this.#path });
      if (edgeWeight !== undefined) {
        readWhole(this.#file, { into: edgeWeight.subarray(done, done + count), at: at + 8 * count, path: this.#path });
      }
      done += count;
    }
    return { keys, edgeWeight };
  }

  /** Closes and removes the file. */
  remove(): void {
    closeSync(this.#file);
    unlinkSync(this.#path);
  }

  /** The number of borders that are not above a key. */
  #rangeOf(key: number): number {
    let [low, high] = [0, this.#borders.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#borders[middle]! <= key) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #write(range: number): void {
    const count = this.#waiting[range]!;
    if (count === 0) return;
    const start = range * this.#together;
    this.#pieces[range]!.push({ at: this.#at, count });
    writeWhole(this.#file, { from: this.#keys.subarray(start, start + count), at: this.#at });
    this.#at += 8 * count;
    if (this.#weights !== undefined) {
      writeWhole(this.#file, { from: this.#weights.subarray(start, start + count), at: this.#at });
      this.#at += 4 * count;
    }
    this.#waiting[range] = 0;
  }
}
