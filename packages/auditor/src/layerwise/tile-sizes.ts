import { InputError, maximum, sizeText, widthOf, type ArcStep, type LayerPlan } from "@evenodds/core";
import { mostTileBytes } from "./tile-memory.js";

/** How nodes and arcs are cut, so that what is worked on at a time fits into memory. */
export interface TileSizes {
  /** Nodes of a block of targets, and of one of sources. A tile is all arcs from one to the other. */
  readonly targets: number;
  readonly sources: number;
  /** Arcs of a piece in which those of a tile are written and read. */
  readonly arcs: number;
  /** Bytes of memory that all of it takes. */
  readonly bytes: number;
}

/** Arcs of a piece: the most that help, and the fewest with which the disk still reads in stretches. */
const [mostArcs, fewestArcs] = [8192, 128] as const;

/** Rows that are looked through at a time for the largest number of each column. */
export const rowsAtOnce = 4096;

/** Bytes that arrays of a few numbers take beside the blocks, by the columns of the widest value. */
const besideBytes = (nodes: number, columns: number) => Math.min(nodes, rowsAtOnce) * 4 * columns + 64 * columns + 4096;

/** For which graph, and in how many bytes, a plan is to run. */
interface TileRequest {
  readonly nodes: number;
  readonly weighted: boolean;
  readonly memory: number;
}

/** Returns whether a plan can run on so many nodes in so many bytes, see {@link tileSizes}. */
export function hasRoom(plan: LayerPlan, request: TileRequest): boolean {
  return typeof findSizes(plan, request) !== "number";
}

/**
 * Returns the sizes of tiles for a graph in at most `memory` bytes: all targets at once where that is possible, so that
 * sources are read only once, otherwise three quarters of the room for targets. Results do not depend on them.
 *
 * Throws {@link InputError} with a figure where the room is too small to work in.
 */
export function tileSizes(plan: LayerPlan, request: TileRequest): TileSizes {
  const found = findSizes(plan, request);
  if (typeof found !== "number") return found;
  const { nodes, memory } = request;
  throw new InputError({
    argument: "‘memory’",
    expected: `about ${sizeText(Math.max(1e6, found))} for blocks of ${nodes} nodes`,
    found: `${sizeText(Math.max(0, memory))} left beside the process itself`,
    hint: "allow more memory",
  });
}

/** Returns the sizes, or the bytes that it would take about where there are fewer. */
function findSizes(plan: LayerPlan, { nodes, weighted, memory }: TileRequest): TileSizes | number {
  const needs = plan.steps.flatMap((step) => (step.op === "dense" ? [] : [bytesPerNode(step, plan)]));
  const perTarget = maximum(
    needs.map(({ target }) => target),
    8,
  );
  const perSource = maximum(
    needs.map(({ source }) => source),
    4,
  );
  const beside = besideBytes(nodes, maximum(Object.values(plan.values)));
  const arcBytes = weighted ? 12 : 8;
  const room = Math.min(memory, mostTileBytes) - beside;
  const forBlocks = room - arcBytes * Math.min(mostArcs, Math.floor((0.1 * room) / arcBytes));
  const all = nodes * (perTarget + perSource);
  const targets = all <= forBlocks ? nodes : Math.min(nodes, Math.floor((0.75 * forBlocks) / perTarget));
  const sources = Math.min(nodes, Math.floor((forBlocks - targets * perTarget) / perSource));
  const blocks = targets * perTarget + sources * perSource;
  const tiles = targets > 0 && sources > 0 ? Math.ceil(nodes / targets) * Math.ceil(nodes / sources) : Infinity;
  // Pieces of all tiles are collected before there are any blocks, in the same place.
  const arcs = Math.min(mostArcs, Math.floor(Math.min(room / tiles, room - blocks) / arcBytes));
  if (arcs >= fewestArcs) {
    return { targets, sources, arcs, bytes: beside + Math.max(blocks + arcBytes * arcs, tiles * arcs * arcBytes) };
  }
  // Half as many nodes in a block are four times as many tiles, each with a piece in memory.
  const least = Math.cbrt((nodes ** 2 * perTarget * perSource * fewestArcs * arcBytes) / (0.75 * 0.25));
  return beside + 1.2 * least;
}

function bytesPerNode(step: ArcStep, plan: LayerPlan): { readonly target: number; readonly source: number } {
  switch (step.op) {
    case "sum":
      return { target: 8 * widthOf(plan, step.output), source: 4 * widthOf(plan, step.output) };
    case "max":
      return { target: 4 * widthOf(plan, step.output), source: 4 * widthOf(plan, step.output) };
    case "attend": {
      const { heads, columns } = step;
      return { target: 16 * heads + 8 * heads * columns, source: 4 * heads + 4 * heads * columns };
    }
  }
}
