import { compressRows, type Graph } from "@evenodds/core";
import type { ChangeSummary, NeighbourhoodCounts, RuleCounts } from "./qualitative-study.js";
import {
  completeRule,
  countTwoHops,
  differsFromMost,
  mostFrequentOtherLabel,
  shareOfOwnGroup,
  type SelectionRule,
} from "./selection-rule.js";
import { riseOf, summarizeChange, type ModelPair } from "./summarize-change.js";
import { twoHopSearch } from "./two-hop-search.js";

/** What examples are selected by. */
export interface SelectionInput extends SelectionRule, ModelPair {
  /** `[N]`, −1 = unlabelled. */
  readonly label: Int32Array;
  /** `[N]`, −1 = missing. */
  readonly group: Int32Array;
  readonly groupCount: number;
  /** Indices of the nodes to choose from. */
  readonly testNodes: Int32Array;
}

/** A test node that satisfies the rule. */
export interface Candidate {
  readonly node: number;
  readonly label: number;
  /** The most frequent other label within two hops, the first of equals. */
  readonly neighboursLabel: number;
  readonly counts: NeighbourhoodCounts;
  /** By how much the probability of the right label rises from the first model to the second. */
  readonly rise: number;
}

/** The candidates of one group. */
export interface GroupSelection {
  readonly group: number;
  readonly ruleCounts: RuleCounts;
  /** By rise, the largest first; among equals in the order of the nodes. */
  readonly candidates: readonly Candidate[];
  readonly change: ChangeSummary;
  /** The change on all test nodes of the group. */
  readonly everyone: ChangeSummary;
}

/** What {@link selectExamples} found. */
export interface Selection {
  /** One for each group, also without candidates. */
  readonly groups: readonly GroupSelection[];
  /** Labelled test nodes whose group is missing. */
  readonly withoutGroup: number;
}

/**
 * Returns, for each group, the test nodes that share their group with more than `share` of the nodes within two hops,
 * have at least `minimumNeighbours` direct neighbours, and another label than most of the labelled nodes within two
 * hops. Neighbours are distinct, the node itself is left out, and those without group or label do not count for that
 * part. Source: EqGNN, "Qualitative Example". Takes as long as the neighbours of test nodes have arcs together.
 *
 * Throws `UsageError` for a rule out of range.
 */
export function selectExamples(graph: Graph, input: SelectionInput): Selection {
  const { label, group, groupCount, testNodes } = input;
  const rule = completeRule(input);
  const labelled = [...testNodes].filter((node) => label[node]! >= 0);
  const search = twoHopSearch(compressRows(graph.target, graph.source, graph.nodeCount));
  const classCount = input.before.probability.length / graph.nodeCount;
  const groups = Array.from({ length: groupCount }, (_, level): GroupSelection => {
    const members = labelled.filter((node) => group[node] === level);
    const candidates: Candidate[] = [];
    let enoughNeighbours = 0;
    let amongOwnGroup = 0;
    let largestOwnShare: number | null = null;
    for (const node of members) {
      const hops = search(node);
      if (hops.direct.length < rule.minimumNeighbours) continue;
      enoughNeighbours++;
      const counts = countTwoHops(hops, { node, label, group });
      const ownShare = shareOfOwnGroup(counts);
      if (ownShare === null) continue;
      largestOwnShare = Math.max(ownShare, largestOwnShare ?? 0);
      if (ownShare <= rule.share) continue;
      amongOwnGroup++;
      if (!differsFromMost(counts)) continue;
      const own = label[node]!;
      const neighboursLabel = mostFrequentOtherLabel(hops, { own, label, classCount });
      candidates.push({ node, label: own, neighboursLabel, counts, rise: riseOf(node, input) });
    }
    candidates.sort((a, b) => b.rise - a.rise || a.node - b.node);
    const nodes = candidates.map(({ node }) => node);
    return {
      group: level,
      ruleCounts: {
        testNodes: members.length,
        ...{ enoughNeighbours, largestOwnShare, amongOwnGroup },
        candidates: candidates.length,
      },
      candidates,
      change: summarizeChange(nodes, input),
      everyone: summarizeChange(members, input),
    };
  });
  const withoutGroup = labelled.filter((node) => group[node]! < 0).length;
  return { groups, withoutGroup };
}
