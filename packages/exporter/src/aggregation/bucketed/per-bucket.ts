import type { GraphBuilder } from "../../builder/graph-builder.js";
import type { Value } from "../../builder/value.js";
import { scan } from "../../operators/control.js";
import { gather } from "../../operators/indexing.js";
import { concat, reshape } from "../../operators/shaping.js";
import type { NeighbourTables } from "./neighbour-tables.js";

/**
 * Adds what `rowsOf` adds for every block of every bucket, one block after the other, and puts the rows, `[R, width]`
 * each, into the order of the nodes, `[N, width]`.
 *
 * `buckets` are the tables that are read, the first axis of each that of the blocks; `rowsOf` is given those of one
 * block, without that axis, and the graph nested in the loop.
 */
export function perBucket<Tables extends Readonly<Record<string, Value | undefined>>>(
  graph: GraphBuilder,
  {
    buckets,
    inverse,
    width,
    rowsOf,
  }: {
    buckets: readonly Tables[];
    inverse: NeighbourTables["inverse"];
    width: number;
    rowsOf: (graph: GraphBuilder, block: Tables) => Value<"float32">;
  },
): Value<"float32"> {
  const rowsOfBucket = (bucket: Tables) => {
    const read = Object.entries(bucket).filter((entry): entry is [string, Value] => entry[1] !== undefined);
    const rows = scan(
      graph,
      read.map(([, table]) => table),
      {
        elementType: "float32",
        body: (inner, entries) =>
          rowsOf(inner, { ...bucket, ...Object.fromEntries(read.map(([name], i) => [name, entries[i]])) }),
      },
    );
    return reshape(graph, rows, { shape: [-1, width] });
  };
  return gather(graph, { data: concat(graph, buckets.map(rowsOfBucket), { axis: 0 }), indices: inverse });
}
