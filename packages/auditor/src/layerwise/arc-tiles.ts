import { closeSync, openSync, unlinkSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { InputError, readWhole, writeWhole } from "@evenodds/core";
import type { TileMemory } from "./tile-memory.js";
import type { TileSizes } from "./tile-sizes.js";

/** Some arcs of a graph: places of nodes, and weights where arcs have them. */
export interface ArcBatch {
  readonly source: ArrayLike<number>;
  readonly target: ArrayLike<number>;
  readonly weight?: Float32Array | undefined;
}

/** The arcs of a graph, some at a time and in any order; each can be listed several times. */
export type ArcBatches = AsyncIterable<ArcBatch> | Iterable<ArcBatch>;

/** Some arcs of a tile in the memory: addresses of the places in their blocks, and of the weights. */
export interface TileArcs {
  readonly sources: number;
  readonly targets: number;
  readonly weights: number;
  readonly count: number;
}

/**
 * The arcs of a graph in a file, tile by tile: those of a tile are read in pieces of 8,192 or fewer, so that the nodes
 * at both their ends are in memory together, and no disk is ever asked for a single node.
 */
export class ArcTiles {
  readonly nodes: number;
  readonly sizes: TileSizes;
  readonly isWeighted: boolean;
  /** Number of arcs, and the largest of their weights; 0 without weights. */
  readonly arcs: number;
  readonly largestWeight: number;
  readonly #path: string;
  readonly #file: number;
  readonly #pieces: readonly (readonly Piece[])[];
  #isThere = true;

  private constructor(
    of: Pick<ArcTiles, "nodes" | "sizes" | "isWeighted" | "arcs" | "largestWeight"> & {
      readonly path: string;
      readonly file: number;
      readonly pieces: readonly (readonly Piece[])[];
    },
  ) {
    const { nodes, sizes, isWeighted, arcs, largestWeight, path, file, pieces } = of;
    this.nodes = nodes;
    this.sizes = sizes;
    this.isWeighted = isWeighted;
    this.arcs = arcs;
    this.largestWeight = largestWeight;
    this.#path = path;
    this.#file = file;
    this.#pieces = pieces;
  }

  /**
   * Writes arcs to a new file, in one pass. `memory` is used meanwhile, and free afterwards. Throws {@link InputError}
   * for arcs to nodes that there are not, for weights that are below 0 or not finite, and for arcs with weights where
   * `isWeighted` is false, or without where it is true.
   */
  static async write(
    path: string,
    given: {
      readonly batches: ArcBatches;
      readonly nodes: number;
      readonly isWeighted: boolean;
      readonly sizes: TileSizes;
      readonly memory: TileMemory;
      readonly onArcs?: ((arcs: number) => void) | undefined;
    },
  ): Promise<ArcTiles> {
    const { batches, nodes, isWeighted, sizes, memory, onArcs } = given;
    const file = openSync(path, "wx+");
    try {
      const writer = new TileWriter({ file, nodes, isWeighted, sizes, memory });
      for await (const batch of batches) {
        writer.add(batch);
        onArcs?.(writer.arcs);
        await setImmediate();
      }
      const pieces = writer.finish();
      const { arcs, largestWeight } = writer;
      return new ArcTiles({ nodes, sizes, isWeighted, arcs, largestWeight, path, file, pieces });
    } catch (error) {
      closeSync(file);
      unlinkSync(path);
      throw error;
    } finally {
      memory.clear();
    }
  }

  /** Blocks of targets: where each begins, and how many nodes it has. */
  get targetBlocks(): readonly NodeBlock[] {
    return blocksOf(this.nodes, this.sizes.targets);
  }

  /** Blocks of sources. */
  get sourceBlocks(): readonly NodeBlock[] {
    return blocksOf(this.nodes, this.sizes.sources);
  }

  /** Room for a piece of a tile. */
  room(memory: TileMemory): number {
    return memory.room(this.sizes.arcs * (this.isWeighted ? 12 : 8));
  }

  /** Whether any arc goes from one block to the other. */
  isEmpty(target: NodeBlock, source: NodeBlock): boolean {
    return this.#of(target, source).length === 0;
  }

  /** Reads a tile piece by piece into the room, and lets `use` work on each. */
  async each(
    [target, source]: readonly [target: NodeBlock, source: NodeBlock],
    {
      room,
      memory,
      use,
    }: { readonly room: number; readonly memory: TileMemory; readonly use: (arcs: TileArcs) => void },
  ): Promise<void> {
    const { arcs: most } = this.sizes;
    const words = most * (this.isWeighted ? 3 : 2);
    for (const [i, { at, count }] of this.#of(target, source).entries()) {
      readWhole(this.#file, { into: memory.integers(room, words), at, path: this.#path });
      use({ sources: room, targets: room + 4 * most, weights: this.isWeighted ? room + 8 * most : 0, count });
      // Signals and the progress are heard now and then.
      if (i % 256 === 255) await setImmediate();
    }
    await setImmediate();
  }

  /** Closes and removes the file. Calling it again does nothing. */
  remove(): void {
    if (!this.#isThere) return;
    this.#isThere = false;
    closeSync(this.#file);
    unlinkSync(this.#path);
  }

  #of(target: NodeBlock, source: NodeBlock): readonly Piece[] {
    const { nodes, sizes } = this;
    return this.#pieces[target.number * Math.ceil(nodes / sizes.sources) + source.number]!;
  }
}

/** Nodes from `start` on. */
export interface NodeBlock {
  readonly number: number;
  readonly start: number;
  readonly count: number;
}

/** Where a piece of a tile is in the file, and how many arcs it has; what is behind them means nothing. */
interface Piece {
  readonly at: number;
  readonly count: number;
}

function blocksOf(nodes: number, size: number): readonly NodeBlock[] {
  return Array.from({ length: Math.ceil(nodes / size) }, (_, number) => {
    const start = number * size;
    return { number, start, count: Math.min(size, nodes - start) };
  });
}

/** Collects arcs by their tiles, and writes each piece when it is full. */
class TileWriter {
  readonly #file: number;
  readonly #nodes: number;
  readonly #sizes: TileSizes;
  readonly #isWeighted: boolean;
  readonly #words: number;
  readonly #across: number;
  readonly #filled: Uint32Array;
  readonly #pieces: Piece[][];
  readonly #integers: Uint32Array;
  readonly #floats: Float32Array;
  #at = 0;
  arcs = 0;
  largestWeight = 0;

  constructor({
    file,
    nodes,
    isWeighted,
    sizes,
    memory,
  }: {
    readonly file: number;
    readonly nodes: number;
    readonly isWeighted: boolean;
    readonly sizes: TileSizes;
    readonly memory: TileMemory;
  }) {
    this.#file = file;
    this.#nodes = nodes;
    this.#sizes = sizes;
    this.#isWeighted = isWeighted;
    this.#words = sizes.arcs * (isWeighted ? 3 : 2);
    this.#across = Math.ceil(nodes / sizes.sources);
    const tiles = this.#across * Math.ceil(nodes / sizes.targets);
    this.#filled = new Uint32Array(tiles);
    this.#pieces = Array.from({ length: tiles }, () => []);
    const address = memory.room(tiles * this.#words * 4);
    this.#integers = memory.integers(address, tiles * this.#words);
    this.#floats = memory.floats(address, tiles * this.#words);
  }

  add({ source, target, weight }: ArcBatch): void {
    if ((weight !== undefined) !== this.#isWeighted) throw this.#unlike(weight);
    const { targets: targetRows, sources: sourceRows, arcs: most } = this.#sizes;
    for (let arc = 0; arc < source.length; arc++) {
      const [from, to] = [source[arc]!, target[arc]!];
      if (!(from >= 0 && from < this.#nodes && to >= 0 && to < this.#nodes)) throw this.#strayed(arc, [from, to]);
      const [row, column] = [Math.floor(to / targetRows), Math.floor(from / sourceRows)];
      const tile = row * this.#across + column;
      const place = tile * this.#words + this.#filled[tile]!;
      this.#integers[place] = from - column * sourceRows;
      this.#integers[place + most] = to - row * targetRows;
      if (weight !== undefined) {
        const value = weight[arc]!;
        if (!(value >= 0 && value < Infinity)) throw this.#misweighed(arc, value);
        if (value > this.largestWeight) this.largestWeight = value;
        this.#floats[place + 2 * most] = value;
      }
      if (++this.#filled[tile]! === most) this.#write(tile);
    }
    this.arcs += source.length;
  }

  finish(): readonly (readonly Piece[])[] {
    this.#filled.forEach((count, tile) => {
      if (count > 0) this.#write(tile);
    });
    return this.#pieces;
  }

  #write(tile: number): void {
    const start = tile * this.#words;
    writeWhole(this.#file, { from: this.#integers.subarray(start, start + this.#words), at: this.#at });
    this.#pieces[tile]!.push({ at: this.#at, count: this.#filled[tile]! });
    this.#at += this.#words * 4;
    this.#filled[tile] = 0;
  }

  #unlike(weight: ArcBatch["weight"]): InputError {
    const [some, none] = ["arcs with weights", "arcs without"];
    return new InputError({
      argument: "arcs",
      expected: `${this.#isWeighted ? some : none}, as the plan takes them`,
      found: weight === undefined ? none : some,
    });
  }

  #strayed(arc: number, ends: readonly [number, number]): InputError {
    return new InputError({
      argument: `arc ${this.arcs + arc}`,
      expected: `nodes from 0 to ${this.#nodes - 1}`,
      found: ends.join(" → "),
    });
  }

  #misweighed(arc: number, found: number): InputError {
    const argument = `weight of arc ${this.arcs + arc}`;
    return new InputError({ argument, expected: "a finite number from 0", found: `${found}` });
  }
}
