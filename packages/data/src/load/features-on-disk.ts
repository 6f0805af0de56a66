import { join } from "node:path";
import { RowFile, type RowSource } from "@evenodds/core";
import type { FeatureKeeper } from "./read-nodes.js";

/** Bytes that are read at a time. */
const bytesAtOnce = 2 ** 19;

/**
 * Keeps the features of `rows` rows in files of a folder, which is removed by whoever made it. `own` is given each file
 * that is open until then.
 */
export function featuresOnDisk({
  folder,
  rows,
  width,
  own,
}: {
  readonly folder: string;
  readonly rows: number;
  readonly width: number;
  readonly own: (file: { remove(): void }) => void;
}): FeatureKeeper<RowSource> {
  const all = new RowFile(join(folder, "node-rows"), { rows, columns: width });
  own(all);
  let added = 0;
  const rowsAtOnce = Math.max(1, Math.floor(bytesAtOnce / (4 * width)));
  return {
    add: (block) => {
      all.write(added, block);
      added += block.length / width;
    },
    blocks: {
      *[Symbol.iterator]() {
        for (let start = 0; start < added; start += rowsAtOnce) {
          const block = new Float32Array(Math.min(rowsAtOnce, added - start) * width);
          all.read(start, block);
          yield block;
        }
      },
    },
    ofNodes: ({ rowOfNode }) => {
      // The rows themselves are the features of the nodes, where they are all nodes in their order.
      const isSame = rowOfNode.length === added && rowOfNode.every((row, node) => row === node);
      if (isSame && added === rows) return { write: () => undefined, finish: () => all };
      const nodes = new RowFile(join(folder, "features"), { rows: rowOfNode.length, columns: width });
      own(nodes);
      const finish = () => {
        all.remove();
        return nodes;
      };
      return { write: (start, values) => nodes.write(start, values), finish };
    },
  };
}
