import { compressRows, type CompressedRows } from "./compressed-rows.js";
import type { Graph } from "./graph.js";

/**
 * The propagation matrix of a GCN, `Â = D^-1/2 (A + I) D^-1/2`, in the form in which it is multiplied: neighbours in
 * compressed rows and one factor per node, no number per arc. `A[t, s]` is the number of arcs `s → t` and D the row sums
 * of A + I, that is in-degree plus one; so Â[t, s] = d[t] · (A + I)[t, s] · d[s] with d = `inverseSqrtDegree`.
 * Source: Kipf and Welling 2017, equation 2; PyG's `gcn_norm` for directed graphs.
 */
export interface SymmetricNormalization {
  readonly nodeCount: number;
  /** Sources of the arcs into each node, without the self loops that the formula adds. */
  readonly incoming: CompressedRows;
  /** Targets of the arcs out of each node: the transpose, which the gradient needs. */
  readonly outgoing: CompressedRows;
  /** `[N]`, `1 / sqrt(in-degree + 1)`. */
  readonly inverseSqrtDegree: Float32Array;
}

/** Returns the propagation matrix of `graph`. Isolated nodes keep themselves with factor 1; an empty edge set gives I. */
export function symmetricNormalization(graph: Graph): SymmetricNormalization {
  const { nodeCount, source, target } = graph;
  const incoming = compressRows(target, source, nodeCount);
  const inverseSqrtDegree = new Float32Array(nodeCount);
  for (let n = 0; n < nodeCount; n++) {
    inverseSqrtDegree[n] = 1 / Math.sqrt(incoming.pointer[n + 1]! - incoming.pointer[n]! + 1);
  }
  return { nodeCount, incoming, outgoing: compressRows(source, target, nodeCount), inverseSqrtDegree };
}
