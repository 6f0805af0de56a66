import type { ArcRows, CompressedRows } from "@evenodds/core";
import { openScratchMemory, type ScratchMemory } from "../kernels/scratch-memory.js";

/** Compressed rows by their addresses in a scratch memory, and how many arcs the longest row has. */
export interface ScratchRows {
  readonly pointer: number;
  readonly column: number;
  readonly longest: number;
}

/** The arcs of a graph in a scratch memory of their own, put there once for many operations. */
export interface PlacedArcs {
  readonly incoming: ScratchRows;
  readonly outgoing: ScratchRows;
  /** Where operations over these arcs work. Not there any more after {@link dispose}. */
  memory(): ScratchMemory;
  /** Lets go of the memory, which is freed with the last gradient that still waits for it. */
  dispose(): void;
}

/** Puts the arcs of a graph into a scratch memory: 8 bytes for each arc and each node. */
export function placeArcs({ incoming, outgoing }: ArcRows): PlacedArcs {
  const { memory, addresses } = openScratchMemory([
    ...[incoming.pointer, incoming.column],
    ...[outgoing.pointer, outgoing.column],
  ] as const);
  let open: ScratchMemory | null = memory;
  return {
    incoming: { pointer: addresses[0], column: addresses[1], longest: longestRow(incoming) },
    outgoing: { pointer: addresses[2], column: addresses[3], longest: longestRow(outgoing) },
    memory: () => {
      if (open === null) throw new Error("these arcs were disposed of");
      return open;
    },
    dispose: () => {
      open = null;
    },
  };
}

function longestRow({ pointer }: CompressedRows): number {
  let longest = 0;
  for (let n = 0; n + 1 < pointer.length; n++) longest = Math.max(longest, pointer[n + 1]! - pointer[n]!);
  return longest;
}
