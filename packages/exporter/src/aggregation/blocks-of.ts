import type { GraphBuilder } from "../builder/graph-builder.js";
import { int64Tensor } from "../builder/tensor.js";
import type { Value } from "../builder/value.js";
import { add, div, max, mul, sub } from "../operators/elementwise.js";

type Integers = Value<"int64">;

/** Places of a table that are worked on at a time. */
const placesPerBlock = 16_384;

/** How a table is cut; all `[1]`. */
export interface Blocks {
  /** Number of blocks, and of rows in each of them. */
  readonly blocks: Integers;
  readonly rows: Integers;
  /** Rows that are left over in the last block or blocks. */
  readonly fillers: Integers;
}

/**
 * Adds the nodes that cut a table of `count` rows of `width` places, `[1]` each, into equal blocks: at least one, of at
 * least two rows, and of about {@link placesPerBlock} places where rows are shorter than that.
 *
 * Blocks bound the memory that the features of all neighbours take, and keep them in the processor's cache until they
 * are summed. ONNX Runtime reduces a block of a single row six times more slowly than one of two.
 */
export function blocksOf(graph: GraphBuilder, { count, width }: { count: Integers; width: Integers }): Blocks {
  const integer = (value: number) => graph.constant(int64Tensor([value]));
  const ceilDiv = (a: Integers, b: Integers) => {
    const padded = sub(graph, { a: add(graph, { a, b }), b: integer(1) });
    return max(graph, { a: div(graph, { a: padded, b }), b: integer(1) });
  };
  const wanted = ceilDiv(mul(graph, { a: count, b: width }), integer(placesPerBlock));
  const rows = max(graph, { a: ceilDiv(count, wanted), b: integer(2) });
  const blocks = ceilDiv(count, rows);
  return { blocks, rows, fillers: sub(graph, { a: mul(graph, { a: blocks, b: rows }), b: count }) };
}
