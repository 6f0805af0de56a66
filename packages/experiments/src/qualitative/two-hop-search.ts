import type { CompressedRows } from "@evenodds/core";

/** The distinct nodes around one, without itself. */
export interface TwoHops {
  /** Its neighbours, in the order of its row. */
  readonly direct: Int32Array;
  /** Neighbours of these that are not neighbours themselves. */
  readonly second: Int32Array;
}

/**
 * Returns a search for the nodes within two hops of any node. `rows` lists the sources of the arcs into each node, so
 * that these are the nodes whose messages reach it in two layers. Self loops and repeated arcs do not count. A search
 * takes as long as its neighbours have arcs together; its arrays are overwritten by the next one.
 */
export function twoHopSearch({ pointer, column }: CompressedRows): (node: number) => TwoHops {
  const nodeCount = pointer.length - 1;
  const seen = new Uint8Array(nodeCount);
  const found = new Int32Array(nodeCount);
  let end = 0;
  const visit = (from: number) => {
    for (let e = pointer[from]!; e < pointer[from + 1]!; e++) {
      const other = column[e]!;
      if (seen[other] === 1) continue;
      seen[other] = 1;
      found[end++] = other;
    }
  };
  return (node) => {
    end = 0;
    seen[node] = 1;
    visit(node);
    const directEnd = end;
    for (let i = 0; i < directEnd; i++) visit(found[i]!);
    seen[node] = 0;
    for (let i = 0; i < end; i++) seen[found[i]!] = 0;
    return { direct: found.subarray(0, directEnd), second: found.subarray(directEnd, end) };
  };
}
