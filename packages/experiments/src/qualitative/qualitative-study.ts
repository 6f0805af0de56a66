import type { Engine } from "@evenodds/trainer";
import type { SampleSummary } from "../statistics/describe-sample.js";

/** What one model says of one node. */
export interface NodeOutput {
  /** `[C]`, sums to 1. */
  readonly probability: readonly number[];
  /** Class with the largest. */
  readonly prediction: number;
}

/** Who is around a node. Neighbours are distinct nodes, itself left out. */
export interface NeighbourhoodCounts {
  readonly direct: number;
  readonly withinTwoHops: number;
  /** Those within two hops whose group is known. */
  readonly knownGroup: number;
  /** Those of them that are of the node's group. */
  readonly sameGroup: number;
  /** Those within two hops that have a label. */
  readonly labelled: number;
  /** Those of them that have another label than the node. */
  readonly otherLabel: number;
}

/** How many test nodes of a group are left after each part of the rule. */
export interface RuleCounts {
  readonly testNodes: number;
  readonly enoughNeighbours: number;
  /**
   * Of these, the largest share of its two hops that the own group of a node has, in [0, 1]; null where none is known.
   */
  readonly largestOwnShare: number | null;
  /** Of these, nodes whose group has more than the share of their two hops. */
  readonly amongOwnGroup: number;
  /** Of these, nodes whose label most of their two hops do not have: the candidates. */
  readonly candidates: number;
}

/** What changes on some nodes from the first model to the second. Means are null without nodes. */
export interface ChangeSummary {
  /** Mean probability of the right label. */
  readonly rightBefore: number | null;
  readonly rightAfter: number | null;
  /** By how much the probability of the right label rises, over the nodes. */
  readonly rise: SampleSummary;
  readonly smallestRise: number | null;
  readonly largestRise: number | null;
  /** Mean of the largest probability, whichever class has it. */
  readonly confidenceBefore: number | null;
  readonly confidenceAfter: number | null;
  readonly wrongToRight: number;
  readonly rightToWrong: number;
  readonly rightBoth: number;
  readonly wrongBoth: number;
}

/** A node of a drawing. */
export interface DrawnNode {
  /** 0 is the node that is shown. */
  readonly hop: 0 | 1 | 2;
  /** Index of its class; −1 = unlabelled. */
  readonly label: number;
  /** Index of its group; −1 = missing. */
  readonly group: number;
}

/** As much of a neighbourhood as is drawn. Nothing in it says which nodes of the graph these are. */
export interface DrawnNeighbourhood {
  /** The node that is shown comes first, then its neighbours, then the second hop. */
  readonly nodes: readonly DrawnNode[];
  /** Each pair of drawn nodes that an arc joins, once, as positions in `nodes`, the smaller first. */
  readonly links: readonly (readonly [number, number])[];
  readonly omittedDirect: number;
  readonly omittedSecond: number;
}

/**
 * `best` has the largest rise of its group's candidates; `median` the one in the middle, of two the one with the
 * smaller rise.
 */
export type ExampleRole = "best" | "median";

/** A candidate that is shown. */
export interface Example {
  /** Running number; no identifier of the graph is kept. */
  readonly number: number;
  readonly roles: readonly ExampleRole[];
  /** Place among the group's candidates by rise; 1 has the largest. */
  readonly rank: number;
  readonly group: number;
  readonly label: number;
  /** The most frequent other label within two hops, the first of equals. */
  readonly neighboursLabel: number;
  readonly counts: NeighbourhoodCounts;
  readonly before: NodeOutput;
  readonly after: NodeOutput;
  readonly drawn: DrawnNeighbourhood;
}

/** What was found in a group. */
export interface GroupFindings {
  readonly group: number;
  readonly ruleCounts: RuleCounts;
  readonly candidates: ChangeSummary;
  /** All test nodes of the group, for comparison. */
  readonly everyone: ChangeSummary;
  /** The best and the median candidate; one where they are the same, none without candidates. */
  readonly examples: readonly Example[];
}

/** One of the two models. */
export interface StudiedModel {
  readonly lambda: number;
  readonly method: "gcn" | "eqgnn";
  readonly epochs: number;
  readonly bestEpoch: number;
  /** On the test nodes, in [0, 1]; null where undefined. */
  readonly accuracy: number | null;
  readonly equalizedOddsDifference: number | null;
}

/** The experiment as plain data. */
export interface QualitativeStudy {
  readonly graph: string;
  readonly engine: Engine["name"];
  readonly attribute: string;
  readonly groups: readonly string[];
  readonly labelName: string;
  readonly classes: readonly string[];
  readonly seed: number;
  readonly gamma: number;
  readonly minimumNeighbours: number;
  readonly share: number;
  /** The one with the first λ, then the other. */
  readonly models: readonly [StudiedModel, StudiedModel];
  readonly testNodes: number;
  /** Test nodes that can be no example because their group is missing. */
  readonly testNodesWithoutGroup: number;
  /** In the order of `groups`. */
  readonly findings: readonly GroupFindings[];
}
