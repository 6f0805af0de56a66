import { closeSync, openSync, unlinkSync } from "node:fs";
import { readWhole, writeWhole, type ArcsOnDisk, type ArcStretch } from "@evenodds/core";

/** Arcs that are written and read at a time. */
const stretchArcs = 65_536;

/** Arcs in a file, in the order in which they were added: sources, targets and weights of a stretch, then the next. */
export class ArcFile implements ArcsOnDisk {
  readonly isWeighted: boolean;
  readonly #path: string;
  readonly #file: number;
  readonly #source = new Int32Array(stretchArcs);
  readonly #target = new Int32Array(stretchArcs);
  readonly #weight: Float32Array | undefined;
  #filled = 0;
  #written = 0;
  #isThere = true;

  /** Makes an empty file, which must not be there. */
  constructor(path: string, { isWeighted }: { readonly isWeighted: boolean }) {
    this.#path = path;
    this.isWeighted = isWeighted;
    this.#weight = isWeighted ? new Float32Array(stretchArcs) : undefined;
    this.#file = openSync(path, "wx+");
  }

  get count(): number {
    return this.#written + this.#filled;
  }

  /** Adds an arc; a weight becomes a float32, and is left out where arcs have none. */
  add(source: number, target: number, weight = 1): void {
    this.#source[this.#filled] = source;
    this.#target[this.#filled] = target;
    if (this.#weight !== undefined) this.#weight[this.#filled] = weight;
    if (++this.#filled === stretchArcs) this.#flush();
  }

  /** All arcs, a stretch at a time, as new arrays; none may be added meanwhile. */
  *[Symbol.iterator](): IterableIterator<ArcStretch> {
    for (let at = 0; at < this.#written; at += stretchArcs) {
      const place = at * this.#bytesPerArc;
      const read = <T extends Int32Array | Float32Array>(into: T, column: number): T => {
        readWhole(this.#file, { into, at: place + 4 * column * stretchArcs, path: this.#path });
        return into;
      };
      yield {
        source: read(new Int32Array(stretchArcs), 0),
        target: read(new Int32Array(stretchArcs), 1),
        ...(this.isWeighted && { weight: read(new Float32Array(stretchArcs), 2) }),
      };
    }
    const rest = this.#filled;
    if (rest === 0) return;
    yield {
      source: this.#source.slice(0, rest),
      target: this.#target.slice(0, rest),
      ...(this.#weight && { weight: this.#weight.slice(0, rest) }),
    };
  }

  /** Closes and removes the file. Calling it again does nothing. */
  remove(): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    closeSync(this.#file);
    unlinkSync(this.#path);
  }

  get #bytesPerArc(): number {
    return this.isWeighted ? 12 : 8;
  }

  #flush(): void {
    const columns = [this.#source, this.#target, ...(this.#weight === undefined ? [] : [this.#weight])];
    columns.forEach((from, column) => {
      writeWhole(this.#file, { from, at: this.#written * this.#bytesPerArc + 4 * column * stretchArcs });
    });
    this.#written += this.#filled;
    this.#filled = 0;
  }
}
