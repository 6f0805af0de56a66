import {
  countIsolatedNodes,
  countOutcomes,
  equalizedOddsDifference,
  groupLeakage,
  homophily,
  neighbourhood,
  usedRows,
  type Category,
  type Disparity,
  type Graph,
  type GroupLeakage,
  type Homophily,
} from "@evenodds/core";
import { degreeBuckets, shareBuckets, type Buckets } from "./buckets.js";
import { degreeSummaries, type DegreeSummary } from "./degree-summary.js";

/** The gap among the audited nodes of one bucket. */
export interface BucketGap {
  readonly bucket: string;
  readonly n: number;
  readonly gap: Disparity;
}

/** What the graph around the audited nodes looks like, by one attribute. */
export interface AttributeGraphFindings {
  readonly attribute: string;
  readonly homophily: Homophily;
  readonly degreeByGroup: readonly DegreeSummary[];
  readonly gapByDegree: readonly BucketGap[];
  readonly gapBySameGroupNeighbours: readonly BucketGap[];
  readonly leakage: GroupLeakage;
}

/** What the graph around the audited nodes looks like. Part of the report, for reading: no rule looks at it. */
export interface GraphReport {
  readonly nodes: number;
  readonly arcs: number;
  readonly auditedNodes: number;
  readonly unlabelledNodes: number;
  readonly isolatedNodes: number;
  /** How many nodes of the graph have no known value of each attribute, those that are only crossed among them. */
  readonly unknown: readonly { readonly attribute: string; readonly nodes: number }[];
  readonly labelHomophily: Homophily;
  readonly attributes: readonly AttributeGraphFindings[];
}

/** What {@link describeGraph} looks at; arrays are `[N]`, −1 = missing. */
export interface GraphAudit {
  readonly graph: Graph;
  readonly label: Int32Array;
  readonly prediction: Int32Array;
  readonly classes: readonly string[];
  readonly attributes: readonly Category[];
  /** The attributes that are not crossings of others, whose missing values are counted. Default: all. */
  readonly single?: readonly Category[] | undefined;
  /** 1 on the audited nodes; all where absent. */
  readonly include?: Uint8Array | undefined;
  readonly minimumSupport: number;
}

/**
 * Returns what is remarkable about the graph of an audit: missing labels, isolated nodes, homophily of label and
 * groups, degrees by group, and how the gap differs between nodes with few and many neighbours, and with few and many
 * neighbours of their own group. Every gap comes with its number of nodes; small buckets are partial or undefined like
 * any gap.
 */
export function describeGraph(audit: GraphAudit): GraphReport {
  const { graph, label, attributes, include } = audit;
  const audited = include === undefined ? graph.nodeCount : include.reduce((sum, one) => sum + one, 0);
  return {
    nodes: graph.nodeCount,
    arcs: graph.source.length,
    auditedNodes: audited,
    unlabelledNodes: label.reduce((count, y) => count + (y < 0 ? 1 : 0), 0),
    isolatedNodes: countIsolatedNodes(graph),
    unknown: (audit.single ?? attributes).map(({ name, code }) => ({
      attribute: name,
      nodes: code.reduce((count, level) => count + (level < 0 ? 1 : 0), 0),
    })),
    labelHomophily: homophily(graph, label),
    attributes: attributes.map((attribute) => describeAttribute(attribute, audit)),
  };
}

function describeAttribute(attribute: Category, audit: GraphAudit): AttributeGraphFindings {
  const { graph, include } = audit;
  const around = neighbourhood(graph, attribute.code);
  const { degree } = around;
  const gaps = (buckets: Buckets) => gapByBucket(buckets, { attribute, audit });
  return {
    attribute: attribute.name,
    homophily: homophily(graph, attribute.code),
    degreeByGroup: degreeSummaries({ degree, group: attribute.code, include }, attribute.levels),
    gapByDegree: gaps(degreeBuckets(degree, include)),
    gapBySameGroupNeighbours: gaps(shareBuckets(around)),
    leakage: groupLeakage(countWithin(attribute, audit, include)),
  };
}

function gapByBucket(
  { bucket, names }: Buckets,
  { attribute, audit }: { attribute: Category; audit: GraphAudit },
): BucketGap[] {
  return names.map((name, b) => {
    const inside = bucket.map((own, node) => (own === b && audit.include?.[node] !== 0 ? 1 : 0));
    const counts = countWithin(attribute, audit, Uint8Array.from(inside));
    const gap = equalizedOddsDifference(counts, { minimumSupport: audit.minimumSupport });
    return { bucket: name, n: usedRows(counts), gap };
  });
}

function countWithin(attribute: Category, { label, prediction, classes }: GraphAudit, include: Uint8Array | undefined) {
  return countOutcomes({ group: attribute.code, groups: attribute.levels, label, prediction, classes, include });
}
