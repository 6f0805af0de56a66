import type { Graph } from "./graph.js";
import type { NodeTable } from "../table/node-table.js";

/** A part of a graph that is a graph of its own. */
export interface InducedSubgraph {
  readonly graph: Graph;
  readonly nodes: NodeTable;
  /** `[n]`, the indices of its nodes in the whole graph. */
  readonly kept: Int32Array;
  /** Arcs of the whole graph of which exactly one end was kept. */
  readonly cutArcs: number;
}

/**
 * Returns the graph on the nodes of `kept` (indices in ascending order) with exactly the arcs between them. Weights
 * and attributes of arcs, features, ids, labels and sensitive attributes go along; classes and levels stay as they are,
 * so that codes keep their meaning.
 */
export function inducedSubgraph(whole: { graph: Graph; nodes: NodeTable }, kept: Int32Array): InducedSubgraph {
  const { graph, nodes } = whole;
  const place = new Int32Array(graph.nodeCount).fill(-1);
  kept.forEach((node, i) => (place[node] = i));
  const { cutArcs, ...arcs } = arcsBetween(graph, place);
  const width = graph.featureNames.length;
  const features = new Float32Array(kept.length * width);
  kept.forEach((node, i) => features.set(graph.features.subarray(node * width, (node + 1) * width), i * width));
  const codesOf = (code: Int32Array) => Int32Array.from(kept, (node) => code[node]!);
  return {
    graph: {
      ...graph,
      nodeCount: kept.length,
      ...arcs,
      features,
      nodeIds: Array.from(kept, (node) => graph.nodeIds[node]!),
    },
    nodes: {
      ...nodes,
      label: codesOf(nodes.label),
      sensitive: nodes.sensitive.map((attribute) => ({ ...attribute, code: codesOf(attribute.code) })),
      ...(nodes.target && {
        target: { ...nodes.target, value: Float64Array.from(kept, (node) => nodes.target!.value[node]!) },
      }),
    },
    kept,
    cutArcs,
  };
}

function arcsBetween(graph: Graph, place: Int32Array) {
  const arcs = graph.source.length;
  const source = new Int32Array(arcs);
  const target = new Int32Array(arcs);
  const edgeWeight = graph.edgeWeight && new Float32Array(arcs);
  const width = graph.edgeAttributes?.names.length ?? 0;
  const attributes = new Float32Array(width * arcs);
  let inside = 0;
  let cutArcs = 0;
  for (let e = 0; e < arcs; e++) {
    const s = place[graph.source[e]!]!;
    const t = place[graph.target[e]!]!;
    if (s >= 0 && t >= 0) {
      if (edgeWeight !== undefined) edgeWeight[inside] = graph.edgeWeight![e]!;
      for (let a = 0; a < width; a++) attributes[inside * width + a] = graph.edgeAttributes!.values[e * width + a]!;
      source[inside] = s;
      target[inside++] = t;
    } else if (s >= 0 || t >= 0) cutArcs++;
  }
  return {
    source: source.slice(0, inside),
    target: target.slice(0, inside),
    ...(edgeWeight === undefined ? {} : { edgeWeight: edgeWeight.slice(0, inside) }),
    ...(graph.edgeAttributes && {
      edgeAttributes: { ...graph.edgeAttributes, values: attributes.slice(0, inside * width) },
    }),
    cutArcs,
  };
}
