/** The part of a split to which a node belongs. */
export type SplitPart = "train" | "validation" | "test";

export const splitParts = ["train", "validation", "test"] as const satisfies readonly SplitPart[];

/**
 * Disjoint sets of node indices, each in ascending order. Nodes may be in none of them (for example unlabelled ones).
 */
export type Split = Readonly<Record<SplitPart, Int32Array>>;

/** Returns `[N]` with 1 on the nodes of `indices` and 0 elsewhere. */
export function maskOf(indices: Int32Array, nodeCount: number): Uint8Array {
  const mask = new Uint8Array(nodeCount);
  for (const index of indices) mask[index] = 1;
  return mask;
}
