import {
  checkEndpoints,
  checkFinite,
  checkIdCount,
  checkNames,
  checkNodeCount,
  checkWeights,
  countIsolatedNodes,
  type GraphFindings,
} from "./check-graph.js";
import { InputError } from "../errors.js";
import type { GraphOnDisk } from "./graph-on-disk.js";

/** Rows that are looked at together. */
const rowsAtOnce = 1024;

/**
 * Checks a graph whose features and arcs are in files as {@link checkGraph} checks one in memory, and returns the same
 * findings; every file is read once or twice from its beginning to its end.
 *
 * Throws {@link InputError} as `checkGraph` does, and for features that are not those of the nodes.
 */
export function checkGraphOnDisk(graph: GraphOnDisk): GraphFindings {
  const { nodeCount, featureNames, rows, arcs } = graph;
  checkNodeCount(graph);
  checkIdCount(graph);
  if (rows.rows !== nodeCount || rows.columns !== featureNames.length) {
    const [expected, found] = [`${nodeCount} × ${featureNames.length} values`, `${rows.rows} × ${rows.columns}`];
    throw new InputError({ argument: "features", expected, found });
  }
  checkNames(graph);
  const ofArcs = checkArcs(graph);
  return {
    nodes: nodeCount,
    arcs: arcs.count,
    features: featureNames.length,
    constantFeatures: checkRows(graph),
    ...ofArcs,
    isolatedNodes: countIsolatedNodes(graph),
  };
}

/** Checks the features, and returns how many have one value on all nodes. */
function checkRows({ nodeCount, featureNames, nodeIds, rows }: GraphOnDisk): number {
  const width = featureNames.length;
  const block = new Float32Array(Math.min(rowsAtOnce, nodeCount) * width);
  const first = new Float32Array(width);
  const isConstant = new Uint8Array(width).fill(1);
  for (let start = 0; start < nodeCount; start += rowsAtOnce) {
    const features = block.subarray(0, Math.min(rowsAtOnce, nodeCount - start) * width);
    rows.read(start, features);
    checkFinite({ features, featureNames, nodeIds }, start);
    if (start === 0) first.set(features.subarray(0, width));
    for (let i = 0; i < features.length; i++) if (features[i] !== first[i % width]) isConstant[i % width] = 0;
  }
  return isConstant.reduce((count, one) => count + one, 0);
}

/** Checks the arcs, which are sorted, and counts what is remarkable about them. */
function checkArcs({ nodeCount, nodeIds, arcs }: GraphOnDisk) {
  const found = { selfLoops: 0, duplicateArcs: 0, maximumInDegree: 0 };
  let [lastSource, lastTarget, inDegree, first] = [-1, -1, 0, 0];
  for (const { source, target, weight } of arcs) {
    checkEndpoints("source", source, { nodeCount, first });
    checkEndpoints("target", target, { nodeCount, first });
    checkWeights({ edgeWeight: weight, source, target, nodeIds });
    for (let e = 0; e < source.length; e++) {
      const [s, t] = [source[e]!, target[e]!];
      if (t < lastTarget || (t === lastTarget && s < lastSource)) throw new TypeError("arcs on disk are sorted");
      if (t === lastTarget && s === lastSource) found.duplicateArcs++;
      if (s === t) found.selfLoops++;
      inDegree = t === lastTarget ? inDegree + 1 : 1;
      if (inDegree > found.maximumInDegree) found.maximumInDegree = inDegree;
      [lastSource, lastTarget] = [s, t];
    }
    first += source.length;
  }
  if (first !== arcs.count) throw new TypeError(`${arcs.count} arcs are expected on disk, and ${first} are there`);
  return found;
}
