import { compressRows, type CompressedRows } from "./compressed-rows.js";
import type { Graph } from "./graph.js";

/**
 * A matrix over the arcs of a graph in the form in which it is multiplied: neighbours in compressed rows and two
 * factors per node, with a number per arc only where arcs have weights. With `A[t, s]` the number of arcs `s → t`, or
 * the sum of their weights, `M[t, s] = rowFactor[t] · (A + self · I)[t, s] · columnFactor[s]`.
 */
export interface PropagationMatrix {
  readonly nodeCount: number;
  /** Sources of the arcs into each node. */
  readonly incoming: CompressedRows;
  /** Targets of the arcs out of each node: the transpose, which the gradient needs. */
  readonly outgoing: CompressedRows;
  /** `[N]` */
  readonly rowFactor: Float32Array;
  /** `[N]` */
  readonly columnFactor: Float32Array;
  /** How often a node counts among its own neighbours, beside the self loops that the graph lists. */
  readonly self: number;
}

/** The arcs of a graph by their targets and by their sources. */
export type ArcRows = Pick<PropagationMatrix, "nodeCount" | "incoming" | "outgoing">;

/** Groups the arcs of a graph by both of their ends, once for all matrices over them. */
export function arcRows({ nodeCount, source, target, edgeWeight }: Graph): ArcRows {
  return {
    nodeCount,
    incoming: compressRows(target, source, nodeCount, edgeWeight),
    outgoing: compressRows(source, target, nodeCount, edgeWeight),
  };
}

/**
 * Returns `Â = D^-1/2 (A + I) D^-1/2`, D the row sums of A + I, that is in-degree plus one, with weights their sum plus
 * one: the matrix of a GCN. Isolated nodes keep themselves with factor 1; an empty edge set gives I. Source: Kipf and
 * Welling 2017, equation 2; PyG's `gcn_norm` for directed graphs.
 */
export function symmetricNormalization(arcs: ArcRows): PropagationMatrix {
  const factor = perInDegree(arcs, (degree) => 1 / Math.sqrt(degree + 1));
  return { ...arcs, rowFactor: factor, columnFactor: factor, self: 1 };
}

/**
 * Returns `D^-1 A`, the mean over the sources of the arcs into each node, weighted where arcs have weights; a row of
 * zeros where there are none, or none with a weight above 0.
 */
export function meanAggregation(arcs: ArcRows): PropagationMatrix {
  const rowFactor = perInDegree(arcs, (degree) => (degree === 0 ? 1 : 1 / degree));
  return { ...arcs, rowFactor, columnFactor: new Float32Array(arcs.nodeCount).fill(1), self: 0 };
}

/** Returns `A + self · I`, the sum over the sources of the arcs into each node, and over the node itself as asked. */
export function sumAggregation(arcs: ArcRows, { self }: { readonly self: number }): PropagationMatrix {
  const factor = new Float32Array(arcs.nodeCount).fill(1);
  return { ...arcs, rowFactor: factor, columnFactor: factor, self };
}

/** In-degrees are numbers of arcs, or sums of their weights. */
function perInDegree({ nodeCount, incoming }: ArcRows, factor: (degree: number) => number): Float32Array {
  const { pointer, weight } = incoming;
  return Float32Array.from({ length: nodeCount }, (_, n) => {
    if (weight === undefined) return factor(pointer[n + 1]! - pointer[n]!);
    let sum = 0;
    for (let e = pointer[n]!; e < pointer[n + 1]!; e++) sum += weight[e]!;
    return factor(sum);
  });
}
