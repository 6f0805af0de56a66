import { repeatedTexts } from "../collections/repeated-texts.js";
import { InputError } from "../errors.js";
import { compressRows } from "./compressed-rows.js";
import { arcStretches, type GraphOutline, type StretchedArcs } from "./graph-on-disk.js";
import type { EdgeAttributes, Graph } from "./graph.js";

/** What {@link checkGraph} found that is legal but worth telling. All are counts. */
export interface GraphFindings {
  readonly nodes: number;
  readonly arcs: number;
  readonly features: number;
  /** Arcs from a node to itself. */
  readonly selfLoops: number;
  /** Arcs beyond the first with the same source and target. */
  readonly duplicateArcs: number;
  /** Nodes without any arc but self loops. */
  readonly isolatedNodes: number;
  /** Features with one value on all nodes. */
  readonly constantFeatures: number;
  readonly maximumInDegree: number;
}

/**
 * Checks that a graph can be computed with and returns what is remarkable about it. An empty edge set, isolated nodes,
 * self loops and duplicate arcs are legal and counted.
 *
 * Throws {@link InputError} for array lengths that disagree, an index outside `[0, N)` (negative indices would silently
 * read the last nodes in most runtimes), a NaN or infinite feature (named by node and column), a weight of an arc that
 * is below 0 or not finite, an attribute of an arc that is not finite, and repeated node ids or names.
 */
export function checkGraph(graph: Graph): GraphFindings {
  checkLengths(graph);
  checkNames(graph);
  checkDistinct("names of attributes of arcs", graph.edgeAttributes?.names ?? []);
  checkEndpoints("source", graph.source, graph);
  checkEndpoints("target", graph.target, graph);
  checkWeights(graph);
  checkAttributes(graph);
  checkFinite(graph);
  return {
    nodes: graph.nodeCount,
    arcs: graph.source.length,
    features: graph.featureNames.length,
    constantFeatures: countConstantFeatures(graph),
    ...countArcs(graph),
  };
}

/** Throws {@link InputError} where there is no node. */
export function checkNodeCount({ nodeCount }: Pick<GraphOutline, "nodeCount">): void {
  if (Number.isInteger(nodeCount) && nodeCount >= 1) return;
  throw new InputError({ argument: "graph", expected: "at least one node", found: `${nodeCount} nodes` });
}

/** Throws {@link InputError} where there is not one id for each node. */
export function checkIdCount({ nodeCount, nodeIds }: Pick<GraphOutline, "nodeCount" | "nodeIds">): void {
  if (nodeIds.length === nodeCount) return;
  throw new InputError({ argument: "node ids", expected: `${nodeCount}`, found: `${nodeIds.length}` });
}

/** Throws {@link InputError} for ids of nodes and names of features that occur more than once. */
export function checkNames({ nodeIds, featureNames }: Pick<GraphOutline, "nodeIds" | "featureNames">): void {
  checkDistinct("node ids", nodeIds);
  checkDistinct("feature names", featureNames);
}

function checkLengths(graph: Graph): void {
  const { nodeCount, source, target, edgeWeight, edgeAttributes, features, featureNames } = graph;
  checkNodeCount(graph);
  if (source.length !== target.length) {
    throw new InputError({
      argument: "graph arcs",
      expected: "as many sources as targets",
      found: `${source.length} sources and ${target.length} targets`,
    });
  }
  if (edgeWeight !== undefined && edgeWeight.length !== source.length) {
    const found = `${edgeWeight.length}`;
    throw new InputError({ argument: "weights of arcs", expected: `${source.length}, one for each arc`, found });
  }
  if (edgeAttributes !== undefined) checkAttributeLengths(edgeAttributes, source.length);
  checkIdCount(graph);
  const cells = nodeCount * featureNames.length;
  if (features.length !== cells) {
    throw new InputError({
      argument: "features",
      expected: `${nodeCount} × ${featureNames.length} = ${cells} values`,
      found: `${features.length}`,
    });
  }
}

function checkAttributeLengths({ names, values }: EdgeAttributes, arcs: number): void {
  const argument = "attributes of arcs";
  if (names.length === 0) throw new InputError({ argument, expected: "at least one name", found: "none" });
  const cells = arcs * names.length;
  if (values.length === cells) return;
  const expected = `${arcs} × ${names.length} = ${cells} values`;
  throw new InputError({ argument, expected, found: `${values.length}` });
}

function checkDistinct(what: string, names: readonly string[]): void {
  const [repeated] = repeatedTexts(names);
  if (repeated === undefined) return;
  throw new InputError({ argument: what, expected: "each once", found: `${JSON.stringify(repeated)} more than once` });
}

/** Throws {@link InputError} for an end of an arc that is no node; the first of the arcs has the number `first`. */
export function checkEndpoints(
  end: "source" | "target",
  indices: Int32Array,
  { nodeCount, first = 0 }: { readonly nodeCount: number; readonly first?: number },
): void {
  for (let e = 0; e < indices.length; e++) {
    const index = indices[e]!;
    if (index < 0 || index >= nodeCount) {
      throw new InputError({
        argument: `${end} of arc ${first + e}`,
        expected: `a node index from 0 to ${nodeCount - 1}`,
        found: `${index}`,
      });
    }
  }
}

/** Throws {@link InputError} for a weight that is below 0 or not finite. */
export function checkWeights({
  edgeWeight,
  source,
  target,
  nodeIds,
}: Pick<Graph, "edgeWeight" | "source" | "target" | "nodeIds">): void {
  const arc = (edgeWeight ?? []).findIndex((weight) => !(weight >= 0 && weight < Infinity));
  if (arc < 0) return;
  throw new InputError({
    argument: "weights of arcs",
    expected: "finite numbers from 0",
    found: `${edgeWeight![arc]} from ${JSON.stringify(nodeIds[source[arc]!])} to ${JSON.stringify(nodeIds[target[arc]!])}`,
  });
}

function checkAttributes({ edgeAttributes, source, target, nodeIds }: Graph): void {
  if (edgeAttributes === undefined) return;
  const { names, values } = edgeAttributes;
  const bad = values.findIndex((value) => !Number.isFinite(value));
  if (bad < 0) return;
  const arc = Math.floor(bad / names.length);
  throw new InputError({
    argument: `attribute ${JSON.stringify(names[bad % names.length])} of arcs`,
    expected: "finite numbers of 32 bits",
    found: `${values[bad]} from ${JSON.stringify(nodeIds[source[arc]!])} to ${JSON.stringify(nodeIds[target[arc]!])}`,
  });
}

/**
 * Throws {@link InputError} for a feature that is not finite; the first row of `features` is that of the node `first`.
 */
export function checkFinite(
  { features, featureNames, nodeIds }: Pick<Graph, "features" | "featureNames" | "nodeIds">,
  first = 0,
): void {
  for (let i = 0; i < features.length; i++) {
    const value = features[i]!;
    if (!Number.isFinite(value)) {
      const node = nodeIds[first + Math.floor(i / featureNames.length)]!;
      const name = featureNames[i % featureNames.length]!;
      throw new InputError({
        argument: `feature ${JSON.stringify(name)}`,
        expected: "a finite number on every node",
        found: `${value} on node ${JSON.stringify(node)}`,
        hint: "fill or remove such rows, or leave the column out",
      });
    }
  }
}

function countConstantFeatures({ features, featureNames, nodeCount }: Graph): number {
  const width = featureNames.length;
  let constant = 0;
  for (let f = 0; f < width; f++) {
    const first = features[f]!;
    let n = 1;
    while (n < nodeCount && features[n * width + f] === first) n++;
    if (n === nodeCount) constant++;
  }
  return constant;
}

function countArcs(graph: Graph) {
  const { nodeCount, source, target } = graph;
  const { pointer, column } = compressRows(target, source, nodeCount);
  const lastTarget = new Int32Array(nodeCount).fill(-1);
  let selfLoops = 0;
  let duplicateArcs = 0;
  let maximumInDegree = 0;
  for (let t = 0; t < nodeCount; t++) {
    maximumInDegree = Math.max(maximumInDegree, pointer[t + 1]! - pointer[t]!);
    for (let e = pointer[t]!; e < pointer[t + 1]!; e++) {
      const s = column[e]!;
      if (lastTarget[s] === t) duplicateArcs++;
      lastTarget[s] = t;
      if (s === t) selfLoops++;
    }
  }
  return { selfLoops, duplicateArcs, isolatedNodes: countIsolatedNodes(graph), maximumInDegree };
}

/** Returns how many nodes have no arc in either direction but self loops. */
export function countIsolatedNodes(graph: StretchedArcs & Pick<GraphOutline, "nodeCount">): number {
  const connected = new Uint8Array(graph.nodeCount);
  for (const { source, target } of arcStretches(graph)) {
    for (let e = 0; e < source.length; e++) {
      if (source[e] !== target[e]) connected[source[e]!] = connected[target[e]!] = 1;
    }
  }
  return connected.reduce((count, one) => count + 1 - one, 0);
}
