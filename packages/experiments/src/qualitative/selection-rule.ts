import { UsageError } from "@evenodds/core";
import type { NeighbourhoodCounts } from "./qualitative-study.js";
import type { TwoHops } from "./two-hop-search.js";

/** Which test nodes are candidates. */
export interface SelectionRule {
  /** Smallest number of direct neighbours. Default 5, from a sentence that is commented out of the paper's source. */
  readonly minimumNeighbours?: number | undefined;
  /** The share of the two hops that the node's group must exceed, in [0, 1). Default 0.8, as in the paper. */
  readonly share?: number | undefined;
}

export const defaultSelectionRule = { minimumNeighbours: 5, share: 0.8 } as const;

/** Fills in defaults. Throws {@link UsageError} for a number out of range. */
export function completeRule({
  minimumNeighbours = defaultSelectionRule.minimumNeighbours,
  share = defaultSelectionRule.share,
}: SelectionRule): { readonly minimumNeighbours: number; readonly share: number } {
  if (!Number.isInteger(minimumNeighbours) || minimumNeighbours < 1) {
    throw new UsageError({
      argument: "minimumNeighbours",
      expected: "a whole number from 1",
      found: String(minimumNeighbours),
      hint: `the default is ${defaultSelectionRule.minimumNeighbours}`,
    });
  }
  if (!(share >= 0 && share < 1)) {
    throw new UsageError({
      argument: "share",
      expected: "a number from 0 to below 1",
      found: String(share),
      hint: `the paper has ${defaultSelectionRule.share}`,
    });
  }
  return { minimumNeighbours, share };
}

/** Labels and groups, `[N]` each, −1 = missing. */
export interface NodeCodes {
  readonly label: Int32Array;
  readonly group: Int32Array;
}

/** Counts who is within two hops of a node with a label and a group. */
export function countTwoHops(
  { direct, second }: TwoHops,
  { node, label, group }: NodeCodes & { readonly node: number },
): NeighbourhoodCounts {
  let knownGroup = 0;
  let sameGroup = 0;
  let labelled = 0;
  let otherLabel = 0;
  for (const hop of [direct, second]) {
    for (const other of hop) {
      if (group[other]! >= 0) knownGroup++;
      if (group[other] === group[node]) sameGroup++;
      if (label[other]! >= 0) labelled++;
      if (label[other]! >= 0 && label[other] !== label[node]) otherLabel++;
    }
  }
  const withinTwoHops = direct.length + second.length;
  return { direct: direct.length, withinTwoHops, knownGroup, sameGroup, labelled, otherLabel };
}

/**
 * Returns the share of the node's group among the two hops whose group is known, in [0, 1]; null where none is known.
 */
export function shareOfOwnGroup({ sameGroup, knownGroup }: NeighbourhoodCounts): number | null {
  // Compared as a quotient: 12 / 15 rounds to the number that 0.8 is written for, a product with 0.8 need not.
  return knownGroup === 0 ? null : sameGroup / knownGroup;
}

/** Whether more than half of the labelled two hops have another label. */
export function differsFromMost({ otherLabel, labelled }: NeighbourhoodCounts): boolean {
  return 2 * otherLabel > labelled;
}

/** Returns the most frequent label within two hops that is not the node's own, the first of equals; −1 without one. */
export function mostFrequentOtherLabel(
  { direct, second }: TwoHops,
  { own, label, classCount }: { readonly own: number; readonly label: Int32Array; readonly classCount: number },
): number {
  const frequency = new Int32Array(classCount);
  for (const hop of [direct, second]) {
    for (const other of hop) if (label[other]! >= 0 && label[other] !== own) frequency[label[other]!]!++;
  }
  const largest = frequency.reduce((a, b) => Math.max(a, b), 0);
  return largest === 0 ? -1 : frequency.indexOf(largest);
}
