import { setImmediate } from "node:timers/promises";
import {
  ModelError,
  sumScale,
  type AttendStep,
  type MaxStep,
  type RowFile,
  type RowSource,
  type SumStep,
} from "@evenodds/core";
import type { ArcTiles, NodeBlock, TileArcs } from "./arc-tiles.js";
import type { TileMemory } from "./tile-memory.js";
import { rowsAtOnce } from "./tile-sizes.js";

/** What steps along arcs work with. */
export interface ArcWork {
  readonly tiles: ArcTiles;
  readonly memory: TileMemory;
  /** The largest number of arcs into a node, and the largest `degree`. */
  readonly mostArcs: number;
  readonly largestDegree: number;
  /** Called with the number of source blocks that are done, of all for all blocks of targets. */
  readonly onBlock: (done: number, total: number) => void;
}

/**
 * Returns the number of arcs into each node, or the sum of their weights, as rows that `write` is given block by block,
 * and the largest of both.
 */
export async function sumDegrees(
  { tiles, memory, onBlock }: Pick<ArcWork, "tiles" | "memory" | "onBlock">,
  write: (start: number, degrees: Float32Array) => void,
): Promise<Pick<ArcWork, "mostArcs" | "largestDegree">> {
  const { kernels } = memory;
  const count = (arcs: TileArcs, counts: number) => kernels.countArcs(arcs.targets, arcs.count, counts);
  let mostArcs = 0;
  let largestDegree = 0;
  const finish = (block: NodeBlock, sums: number, scale: number) => {
    kernels.finishSums(sums, block.count, 1, memory.place(Float64Array.of(2 ** -scale)), sums);
    const degrees = memory.floats(sums, block.count);
    for (const degree of degrees) if (degree > largestDegree) largestDegree = degree;
    write(block.start, degrees);
  };
  const passes = tiles.isWeighted ? 2 : 1;
  const total = passes * tiles.targetBlocks.length;
  let done = 0;
  for (const block of tiles.targetBlocks) {
    memory.clear();
    const counts = await sumOverTiles({ tiles, memory }, block, count);
    mostArcs = Math.max(mostArcs, kernels.largestCount(counts, block.count));
    if (!tiles.isWeighted) finish(block, counts, 0);
    onBlock(++done, total);
  }
  if (!tiles.isWeighted) return { mostArcs, largestDegree };
  const scale = sumScale({ largest: tiles.largestWeight, count: mostArcs });
  for (const block of tiles.targetBlocks) {
    memory.clear();
    const sums = await sumOverTiles({ tiles, memory }, block, (arcs, to) =>
      kernels.sumWeights(arcs.targets, arcs.weights, arcs.count, to, 2 ** scale),
    );
    finish(block, sums, scale);
    onBlock(++done, total);
  }
  return { mostArcs, largestDegree };
}

async function sumOverTiles(
  { tiles, memory }: Pick<ArcWork, "tiles" | "memory">,
  block: NodeBlock,
  add: (arcs: TileArcs, sums: number) => void,
): Promise<number> {
  const room = tiles.room(memory);
  const sums = memory.room(8 * block.count);
  memory.zero(sums, 8 * block.count);
  for (const source of tiles.sourceBlocks) {
    await tiles.each([block, source], { room, memory, use: (arcs) => add(arcs, sums) });
  }
  return sums;
}

/** Does a `sum` step, see the rules of plans. */
export async function sumStep(
  { input: name, weighted }: Pick<SumStep, "input" | "weighted">,
  { input, output, work }: { readonly input: RowSource; readonly output: RowFile; readonly work: ArcWork },
): Promise<void> {
  const { memory, mostArcs, largestDegree } = work;
  const { kernels } = memory;
  const width = input.columns;
  memory.clear();
  const largest = await largestOfColumns(name, input, memory);
  const scales = largest.map((one) => sumScale({ largest: one, count: weighted ? largestDegree : mostArcs }));
  const factors = memory.place(powersOf(scales, 1));
  const inverse = memory.place(powersOf(scales, -1));
  await overBlocks(work, {
    sourceBytes: 4 * width,
    start: (block) => {
      const sums = memory.room(8 * width * block.count);
      memory.zero(sums, 8 * width * block.count);
      return sums;
    },
    load: (source, address) => input.read(source.start, memory.floats(address, source.count * width)),
    use: (sums, rows, { sources, targets, weights, count }) => {
      if (weighted) kernels.sumWeightedRows(sources, targets, weights, count, rows, sums, width, factors);
      else kernels.sumRows(sources, targets, count, rows, sums, width, factors);
    },
    finish: (block, sums) => {
      kernels.finishSums(sums, block.count, width, inverse, sums);
      output.write(block.start, memory.floats(sums, width * block.count));
    },
  });
}

/** Does a `max` step. */
export async function maxStep(
  { input: name }: Pick<MaxStep, "input">,
  { input, output, work }: { readonly input: RowSource; readonly output: RowFile; readonly work: ArcWork },
): Promise<void> {
  const { memory } = work;
  const { kernels } = memory;
  const width = input.columns;
  memory.clear();
  await largestOfColumns(name, input, memory);
  await overBlocks(work, {
    sourceBytes: 4 * width,
    start: (block) => {
      const largest = memory.room(4 * width * block.count);
      kernels.startMax(largest, width * block.count);
      return largest;
    },
    load: (source, address) => input.read(source.start, memory.floats(address, source.count * width)),
    use: (largest, rows, { sources, targets, count }) => kernels.maxRows(sources, targets, count, rows, largest, width),
    finish: (block, largest) => {
      kernels.finishMax(largest, width * block.count);
      output.write(block.start, memory.floats(largest, width * block.count));
    },
  });
}

/** Does an `attend` step: once along all arcs for the highest score of each node, once for what the shares weigh. */
export async function attendStep(
  step: AttendStep,
  {
    features,
    source: given,
    target: wanted,
    output,
    work,
  }: {
    readonly features: RowSource;
    readonly source: RowSource;
    readonly target: RowSource;
    readonly output: RowFile;
    readonly work: ArcWork;
  },
): Promise<void> {
  const { tiles, memory, mostArcs } = work;
  const { kernels } = memory;
  const { heads, columns, negativeSlope: slope } = step;
  const width = heads * columns;
  memory.clear();
  await largestOfColumns(step.source, given, memory);
  await largestOfColumns(step.target, wanted, memory);
  const largest = await largestOfColumns(step.features, features, memory);
  const count = mostArcs + 1;
  const scales = largest.map((one) => sumScale({ largest: one, count }));
  const totalScale = sumScale({ largest: 1, count });
  const factors = memory.place(powersOf(scales, 1));
  const inverse = memory.place(powersOf(scales, -1));
  const room = tiles.room(memory);
  const mark = memory.mark;
  const total = 2 * tiles.targetBlocks.length * tiles.sourceBlocks.length;
  let done = 0;
  for (const block of tiles.targetBlocks) {
    memory.clear(mark);
    const targetScores = memory.room(4 * heads * block.count);
    const highest = memory.room(4 * heads * block.count);
    const totals = memory.room(8 * heads * block.count);
    const sums = memory.room(8 * width * block.count);
    wanted.read(block.start, memory.floats(targetScores, heads * block.count));
    // What a node gives to itself is where its highest score starts.
    given.read(block.start, memory.floats(highest, heads * block.count));
    kernels.startScores(highest, targetScores, heads * block.count, slope, highest);
    memory.zero(totals, 8 * heads * block.count);
    memory.zero(sums, 8 * width * block.count);
    const blocks = memory.mark;
    for (const source of tiles.sourceBlocks) {
      memory.clear(blocks);
      const scores = memory.room(4 * heads * source.count);
      given.read(source.start, memory.floats(scores, heads * source.count));
      const shift = BigInt(source.start - block.start);
      await tiles.each([block, source], {
        room,
        memory,
        use: (arcs) =>
          kernels.raiseScores(
            ...([arcs.sources, arcs.targets, arcs.count, scores, targetScores, highest, heads, slope, shift] as const),
          ),
      });
      work.onBlock(++done, total);
    }
    for (const source of tiles.sourceBlocks) {
      memory.clear(blocks);
      const scores = memory.room(4 * heads * source.count);
      const rows = memory.room(4 * width * source.count);
      given.read(source.start, memory.floats(scores, heads * source.count));
      features.read(source.start, memory.floats(rows, width * source.count));
      const shift = BigInt(source.start - block.start);
      const by = [targetScores, highest, totals, sums, heads, columns, slope, 2 ** totalScale, factors] as const;
      await tiles.each([block, source], {
        room,
        memory,
        use: (arcs) => kernels.weighRows(arcs.sources, arcs.targets, arcs.count, rows, scores, ...by, shift),
      });
      const first = Math.max(block.start, source.start);
      const both = Math.min(block.start + block.count, source.start + source.count) - first;
      if (both > 0) kernels.weighOwn(first - source.start, first - block.start, both, rows, scores, ...by);
      work.onBlock(++done, total);
    }
    kernels.finishAttention(totals, sums, block.count, heads, columns, 2 ** -totalScale, inverse, sums);
    output.write(block.start, memory.floats(sums, width * block.count));
  }
}

/** Goes over all tiles, block of targets after block, and in each over the blocks of sources that have arcs to it. */
async function overBlocks(
  { tiles, memory, onBlock }: ArcWork,
  by: {
    /** Bytes of a row of a source. */
    readonly sourceBytes: number;
    /** Makes room for a block of targets, and returns its address. */
    readonly start: (block: NodeBlock) => number;
    readonly load: (source: NodeBlock, address: number) => void;
    readonly use: (target: number, rows: number, arcs: TileArcs) => void;
    readonly finish: (block: NodeBlock, target: number) => void;
  },
): Promise<void> {
  const room = tiles.room(memory);
  const rows = memory.room(by.sourceBytes * tiles.sourceBlocks[0]!.count);
  const mark = memory.mark;
  const total = tiles.targetBlocks.length * tiles.sourceBlocks.length;
  let done = 0;
  for (const block of tiles.targetBlocks) {
    memory.clear(mark);
    const target = by.start(block);
    for (const source of tiles.sourceBlocks) {
      if (!tiles.isEmpty(block, source)) {
        by.load(source, rows);
        await tiles.each([block, source], { room, memory, use: (arcs) => by.use(target, rows, arcs) });
      }
      onBlock(++done, total);
    }
    by.finish(block, target);
  }
}

/**
 * Returns the largest absolute number of each column. Throws {@link ModelError} with the node for one that is not
 * finite.
 */
async function largestOfColumns(name: string, rows: RowSource, memory: TileMemory): Promise<Float64Array> {
  const { columns } = rows;
  const mark = memory.mark;
  const largest = memory.room(4 * columns);
  memory.zero(largest, 4 * columns);
  const buffer = memory.room(4 * columns * Math.min(rowsAtOnce, rows.rows));
  for (let start = 0; start < rows.rows; start += rowsAtOnce) {
    const count = Math.min(rowsAtOnce, rows.rows - start);
    rows.read(start, memory.floats(buffer, count * columns));
    const at = memory.kernels.noteLargest(buffer, count, columns, largest);
    // Signals and the progress are heard now and then.
    if (start % (256 * rowsAtOnce) === 0) await setImmediate();
    if (at < 0) continue;
    const row = memory.floats(buffer + 4 * columns * at, columns);
    throw new ModelError({
      argument: `value ${name} of node ${start + at} (from 0)`,
      expected: "finite numbers, which can be put together along arcs",
      found: `${row.find((value) => !Number.isFinite(value))}`,
    });
  }
  const found = Float64Array.from(memory.floats(largest, columns));
  memory.clear(mark);
  return found;
}

function powersOf(scales: Float64Array, sign: 1 | -1): Float64Array {
  return scales.map((scale) => 2 ** (sign * scale));
}
