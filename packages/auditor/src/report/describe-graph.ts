import {
  arcCount,
  countIsolatedNodes,
  countOutcomes,
  equalizedOddsDifference,
  groupLeakage,
  homophily,
  neighbourhood,
  usedRows,
  type Category,
  type Disparity,
  type GraphOutline,
  type GroupLeakage,
  type Homophily,
  type Neighbourhood,
  type StretchedArcs,
  compressRows,
} from "@evenodds/core";

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

/** What the graph around the audited nodes looks like. Part of the report, for reading: no gate looks at it. */
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
  readonly graph: Pick<GraphOutline, "nodeCount"> & StretchedArcs;
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
    arcs: arcCount(graph),
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

/** A partition of nodes: `bucket` `[N]`, index into `names`. */
interface Buckets {
  readonly bucket: Int32Array;
  readonly names: readonly string[];
}

/**
 * Splits nodes by degree at the quartiles of the degrees of the nodes in `include` (all where absent), so that each
 * bucket holds about a quarter of them; fewer buckets where quartiles coincide. Names are ranges such as `degree 3–12`.
 */
function degreeBuckets(degree: Int32Array, include?: Uint8Array): Buckets {
  const sorted = degree.filter((_, node) => include?.[node] !== 0).sort();
  if (sorted.length === 0) return { bucket: new Int32Array(degree.length), names: [] };
  const quartile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  const last = degree.reduce((most, d) => Math.max(most, d), 0);
  const tops = [...new Set([quartile(0.25), quartile(0.5), quartile(0.75), last])].sort((a, b) => a - b);
  const names = tops.map((top, i) => {
    const from = i === 0 ? 0 : tops[i - 1]! + 1;
    return from === top ? `degree ${top}` : `degree ${from}–${top}`;
  });
  return { bucket: degree.map((d) => tops.findIndex((top) => d <= top)), names };
}

const quarters = ["under a quarter", "a quarter to a half", "a half to three quarters", "three quarters or more"];

/**
 * Splits nodes by the share of their neighbours (with known group) that have their own group; those without are
 * kept apart.
 */
function shareBuckets({ known, same }: Neighbourhood): Buckets {
  const names = ["no neighbour with a known group", ...quarters.map((text) => `${text} of the neighbours`)];
  const bucket = known.map((n, node) => (n === 0 ? 0 : 1 + Math.min(3, Math.floor((4 * same[node]!) / n))));
  return { bucket, names };
}

/** Degrees of the audited nodes of one group; all null where it has none. */
interface DegreeSummary {
  readonly group: string;
  readonly n: number;
  readonly mean: number | null;
  /** The lower of the two middle values for an even number. */
  readonly median: number | null;
  readonly maximum: number | null;
}

/**
 * Returns the summary of every group over its nodes in `include` (all where absent). `degree` and `group` are `[N]`, a
 * group is an index into `groups`, −1 = missing. Sorts once: O(N log N), however many groups there are.
 */
function degreeSummaries(
  {
    degree,
    group,
    include,
  }: { readonly degree: Int32Array; readonly group: Int32Array; readonly include?: Uint8Array | undefined },
  groups: readonly string[],
): DegreeSummary[] {
  const belongs = (_: number, node: number) => group[node]! >= 0 && include?.[node] !== 0;
  const { pointer, column } = compressRows(group.filter(belongs), degree.filter(belongs), groups.length);
  return groups.map((name, g) => summary(name, column.subarray(pointer[g], pointer[g + 1]).sort()));
}

function summary(group: string, sorted: Int32Array): DegreeSummary {
  const n = sorted.length;
  if (n === 0) return { group, n, mean: null, median: null, maximum: null };
  const sum = sorted.reduce((total, d) => total + d, 0);
  return { group, n, mean: sum / n, median: sorted[Math.floor((n - 1) / 2)]!, maximum: sorted[n - 1]! };
}
