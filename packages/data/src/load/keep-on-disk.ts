import { freeMemory, type ArcsOnDisk, type GraphOnDisk, type RowSource } from "@evenodds/core";
import type { ScratchPlace } from "../write/with-scratch-folder.js";
import { arcsOnDisk } from "./arcs-on-disk.js";
import { featuresOnDisk } from "./features-on-disk.js";
import type { GraphKeeper } from "./graph-keeper.js";

/** Keeps a graph of `rows` node rows with `width` features in files of a folder, open as long as the place is there. */
export function keepOnDisk({
  folder,
  own,
  rows,
  width,
}: Pick<ScratchPlace, "own"> & {
  readonly folder: string;
  readonly rows: number;
  readonly width: number;
}): GraphKeeper<RowSource, ArcsOnDisk, GraphOnDisk> {
  return {
    features: featuresOnDisk({ folder, own, rows, width }),
    arcs: ({ weighted }, nodeCount) => arcsOnDisk({ folder, own, nodeCount, isWeighted: weighted }),
    tidy: freeMemory,
    graph: (outline, { features, arcs }) => ({ ...outline, rows: features, arcs }),
  };
}
