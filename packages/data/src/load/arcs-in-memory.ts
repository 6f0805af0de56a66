import { exampleCount } from "./file-accounting.js";
import type { ArcKeeper } from "./read-edges.js";
import { repeatedKeys, sortedArcs, valuesAt, type Arcs, type ArcNumbers } from "./sorted-arcs.js";
import type { StagedEdges } from "./stage-edges.js";

/** Keeps arcs in arrays. */
export function arcsInMemory(
  { rows, weighted, attributes }: Pick<StagedEdges, "rows" | "weighted" | "attributes">,
  nodeCount: number,
): ArcKeeper<Arcs> {
  // Of an undirected graph, the larger node is the target.
  const all = new Float64Array(rows);
  const edgeWeight = weighted ? new Float32Array(rows) : undefined;
  const width = attributes?.length ?? 0;
  const values = new Float32Array(rows * width);
  const first = weighted ? 1 : 0;
  let used = 0;
  return {
    add: (source, target, { numbers, e }) => {
      if (edgeWeight !== undefined) edgeWeight[used] = numbers[0]!.getItem(e)!;
      for (let at = 0; at < width; at++) values[used * width + at] = numbers[first + at]!.getItem(e)!;
      all[used++] = target * nodeCount + source;
    },
    finish: async ({ directed, distinct, clash }) => {
      const keys = all.subarray(0, used);
      const given: ArcNumbers = {
        edgeWeight: edgeWeight?.subarray(0, used),
        edgeAttributes: attributes && { names: attributes, values: values.subarray(0, used * width) },
        clash,
      };
      const isSortedByKeys = !weighted && attributes === undefined;
      const repeated = distinct ? repeatedKeys(isSortedByKeys ? keys : keys.slice(), exampleCount) : [];
      const once = sortedArcs(keys, { nodeCount, distinct, values: given });
      const arcs = directed ? once : bothWays(once, { nodeCount, clash });
      return Promise.resolve({ arcs, rows: used, used: once.source.length, repeated });
    },
  };
}

function bothWays(
  { source, target, ...values }: Arcs,
  { nodeCount, clash }: { readonly nodeCount: number; readonly clash: ArcNumbers["clash"] },
): Arcs {
  const keys = new Float64Array(2 * source.length);
  for (let e = 0; e < source.length; e++) {
    keys[2 * e] = target[e]! * nodeCount + source[e]!;
    keys[2 * e + 1] = source[e]! * nodeCount + target[e]!;
  }
  const twice = valuesAt(values, { length: keys.length, place: (arc) => Math.floor(arc / 2) });
  return sortedArcs(keys, { nodeCount, distinct: true, values: { ...twice, clash } });
}
