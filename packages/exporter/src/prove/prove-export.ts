import { UsageError, type Graph } from "@evenodds/core";
import { checkStructure } from "../check/check-structure.js";
import { compareLogits, type LogitsComparison } from "./compare-logits.js";

/** A graph on which an exported model is compared with the trained one. */
export interface NamedGraph {
  readonly name: string;
  readonly graph: Graph;
}

/** Computes logits `[N, C]`, row-major, of one model on any graph. */
export type LogitsRunner = (graph: Graph) => Promise<Float32Array>;

/** How far an exported model is from the trained one on one graph. */
export interface GraphProof extends LogitsComparison {
  readonly graph: string;
  readonly nodes: number;
  readonly arcs: number;
}

/**
 * Compares an exported model with the trained one on named graphs and returns how far they are apart on each. The
 * structure of `bytes` is checked first (see {@link checkStructure}), then per graph:
 *
 * - both give the same number of finite logits;
 * - `max|Δ| / max(1, max|reference|) ≤ tolerance` (default 1e-4): absolute for small logits, relative for large ones;
 * - both name the same class for every node, except where the two best logits of the reference are within that same
 *   distance of each other. Such a node is a tie; `argmaxTies` counts those that differ. Where logits have one column, they
 *   name no class, and the difference decides alone.
 *
 * `reference` runs the trained model, `candidate` the ONNX file; the runners are passed in, because this package runs
 * neither. Throws `ProofError` naming the graph, node and class; {@link UsageError} without graphs or with a
 * tolerance that is not a positive number.
 */
export async function proveExport({
  bytes,
  reference,
  candidate,
  graphs,
  tolerance = 1e-4,
}: {
  readonly bytes: Uint8Array;
  readonly reference: LogitsRunner;
  readonly candidate: LogitsRunner;
  readonly graphs: readonly NamedGraph[];
  readonly tolerance?: number;
}): Promise<GraphProof[]> {
  if (graphs.length === 0) {
    throw new UsageError({ argument: "graphs", expected: "at least one graph to compare on", found: "none" });
  }
  if (!(tolerance > 0 && Number.isFinite(tolerance))) {
    throw new UsageError({ argument: "tolerance", expected: "a positive number", found: `${tolerance}` });
  }
  checkStructure(bytes);
  const proofs: GraphProof[] = [];
  for (const { name, graph } of graphs) {
    const expected = await reference(graph);
    const found = await candidate(graph);
    const comparison = compareLogits(name, { reference: expected, candidate: found, graph, tolerance });
    proofs.push({ graph: name, nodes: graph.nodeCount, arcs: graph.source.length, ...comparison });
  }
  return proofs;
}
