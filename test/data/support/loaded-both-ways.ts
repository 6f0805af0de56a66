import { arcStretches, isOnDisk, type Graph, type GraphOnDisk } from "@evenodds/core";
import { loadGraph, loadGraphWithin, withScratchPlace, type Loaded, type LoadOptions } from "@evenodds/data";

/** Loads a graph with its features and arcs on disk, and returns what `use` makes of it while they are there. */
export function onDisk<T>(
  path: string,
  use: (loaded: Loaded<Graph | GraphOnDisk>) => T | Promise<T>,
  options: LoadOptions = {},
): Promise<T> {
  return withScratchPlace(async (place) => {
    // Nothing has room in no memory at all.
    const room = { memory: 0, place, isWanted: () => Promise.resolve(true) };
    return use(await loadGraphWithin(path, options, room));
  });
}

/** A graph with all that is said of it, read back where it is on disk; `kept` is where it was. */
export interface ReadBack {
  readonly kept: "memory" | "disk";
  readonly loaded: Loaded<Graph>;
}

/** Returns what loading a graph in memory gives, or its error. */
export async function inMemory(path: string, options: LoadOptions = {}): Promise<ReadBack | Error> {
  return orError(async () => readBack(await loadGraph(path, options)));
}

/** Returns what loading a graph onto the disk gives, or its error. */
export async function fromDisk(path: string, options: LoadOptions = {}): Promise<ReadBack | Error> {
  return orError(() => onDisk(path, readBack, options));
}

async function orError(work: () => Promise<ReadBack>): Promise<ReadBack | Error> {
  try {
    return await work();
  } catch (error) {
    return error as Error;
  }
}

function readBack({ graph, labels, ...rest }: Loaded<Graph | GraphOnDisk>): ReadBack {
  // Without the functions among its words, which are the same only by chance.
  const loaded = { ...rest, labels: JSON.parse(JSON.stringify(labels)) as typeof labels };
  if (!isOnDisk(graph)) return { kept: "memory", loaded: { ...loaded, graph } };
  return { kept: "disk", loaded: { ...loaded, graph: graphOf(graph) } };
}

function graphOf({ rows, arcs, ...outline }: GraphOnDisk): Graph {
  const features = new Float32Array(rows.rows * rows.columns);
  rows.read(0, features);
  const stretches = [...arcs];
  const joined = (of: (at: number) => Int32Array) => Int32Array.from(stretches.flatMap((_, at) => [...of(at)]));
  const read = [...arcStretches({ arcs })];
  return {
    ...outline,
    source: joined((at) => read[at]!.source),
    target: joined((at) => read[at]!.target),
    features,
    ...(arcs.isWeighted && { edgeWeight: Float32Array.from(stretches.flatMap(({ weight }) => [...weight!])) }),
  };
}
