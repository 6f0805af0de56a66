import { freeMemory, freeMemoryAbove, type ArcsOnDisk, type GraphOnDisk, type RowSource } from "@evenodds/core";
import type { ScratchPlace } from "../write/with-scratch-folder.js";
import { arcsOnDisk } from "./arcs-on-disk.js";
import { featuresOnDisk } from "./features-on-disk.js";
import type { GraphKeeper } from "./graph-keeper.js";

/** The share of the memory above which it is freed while rows are read and sorted. */
const relievedShare = 0.6;

/**
 * Keeps a graph of `rows` node rows with `width` features in files of a folder, open as long as the place is there.
 * `memory` is the most bytes that the process is to hold meanwhile.
 */
export function keepOnDisk({
  folder,
  own,
  rows,
  width,
  memory,
}: Pick<ScratchPlace, "own"> & {
  readonly folder: string;
  readonly rows: number;
  readonly width: number;
  readonly memory: number;
}): GraphKeeper<RowSource, ArcsOnDisk, GraphOnDisk> {
  const relieve = freeMemoryAbove(relievedShare * memory);
  return {
    features: featuresOnDisk({ folder, own, rows, width }),
    arcs: ({ weighted }, nodeCount) => arcsOnDisk({ folder, own, nodeCount, isWeighted: weighted, relieve }),
    tidy: freeMemory,
    relieve,
    graph: (outline, { features, arcs }) => ({ ...outline, rows: features, arcs }),
  };
}
