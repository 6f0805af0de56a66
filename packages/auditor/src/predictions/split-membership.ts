import { recallSplit, splitParts, type RecordedSplit, type SplitPart } from "@evenodds/core";

/** Codes of {@link splitMembership}. */
export const membershipCodes = { none: 0, train: 1, validation: 2, test: 3 } as const satisfies Record<
  SplitPart | "none",
  number
>;

/**
 * Returns for every node in which part of the split that a model recorded it is, `[N]` with the values of
 * {@link membershipCodes}. `hashes` are those of the nodes (`hashNodeIds(graph.nodeIds, graph.idScope)`). A node that
 * the model has not seen is in none, whatever graph it comes from.
 */
export function splitMembership(recorded: RecordedSplit, hashes: readonly string[]): Uint8Array {
  const split = recallSplit(recorded, hashes);
  const membership = new Uint8Array(hashes.length);
  for (const part of splitParts) {
    for (const node of split[part]) membership[node] = membershipCodes[part];
  }
  return membership;
}
