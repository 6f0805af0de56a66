import { join } from "node:path";
import type { ArcsOnDisk } from "@evenodds/core";
import { ArcFile } from "./arc-file.js";
import { exampleCount } from "./file-accounting.js";
import type { ArcKeeper } from "./read-edges.js";
import { sortArcFile } from "./sort-arc-file.js";

/**
 * Keeps arcs in files of a folder, which is removed by whoever made it; weights alone, not attributes. `own` is given
 * each file that is open until then.
 */
export function arcsOnDisk({
  folder,
  nodeCount,
  isWeighted,
  own,
  relieve,
  arcsAtOnce,
}: {
  readonly folder: string;
  readonly nodeCount: number;
  readonly isWeighted: boolean;
  readonly own: (file: { remove(): void }) => void;
  /** Called between parts of sorting, so that memory can be freed. */
  readonly relieve: () => Promise<void>;
  /** Arcs that are sorted in memory at a time. */
  readonly arcsAtOnce?: number | undefined;
}): ArcKeeper<ArcsOnDisk> {
  const rows = new ArcFile(join(folder, "edge-rows"), { isWeighted });
  own(rows);
  return {
    add: (source, target, { numbers, e }) => {
      rows.add(source, target, isWeighted ? numbers[0]!.getItem(e)! : undefined);
    },
    finish: async ({ directed, distinct, clash }) => {
      const sorting = { folder, nodeCount, clash, arcsAtOnce, relieve };
      const { arcs: once, repeated } = await sortArcFile(rows, {
        ...{ ...sorting, name: "edges", distinct },
        examples: distinct ? exampleCount : 0,
      });
      own(once);
      rows.remove();
      const counted = { rows: rows.count, used: once.count, repeated };
      if (directed) return { arcs: once, ...counted };
      const { arcs } = await sortArcFile(once, { ...sorting, name: "arcs", distinct: true, bothWays: true });
      own(arcs);
      once.remove();
      return { arcs, ...counted };
    },
  };
}
