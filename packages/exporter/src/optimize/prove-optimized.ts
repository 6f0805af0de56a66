import { ProofError, UsageError } from "@evenodds/core";
import { compareLogits } from "../prove/compare-logits.js";
import type { GraphProof, LogitsRunner, NamedGraph } from "../prove/prove-export.js";

/**
 * Compares an optimized model with the one that it was made of, graph by graph, as `proveExport` compares an exported model
 * with the trained one, and returns how far they are apart. Both runners run ONNX files; `tolerance` is 1e-4 by default.
 *
 * Throws {@link ProofError} naming graph, node and class where they differ or one of them gives no finite number;
 * {@link UsageError} without graphs and for a tolerance that is not a positive number.
 */
export async function proveOptimized({
  original,
  optimized,
  graphs,
  tolerance = 1e-4,
}: {
  readonly original: LogitsRunner;
  readonly optimized: LogitsRunner;
  readonly graphs: readonly NamedGraph[];
  readonly tolerance?: number;
}): Promise<GraphProof[]> {
  if (graphs.length === 0) {
    throw new UsageError({ argument: "graphs", expected: "at least one graph to compare on", found: "none" });
  }
  if (!(tolerance > 0 && Number.isFinite(tolerance))) {
    throw new UsageError({ argument: "tolerance", expected: "a positive number", found: `${tolerance}` });
  }
  const proofs: GraphProof[] = [];
  for (const { name, graph } of graphs) {
    const reference = await original(graph);
    const candidate = await optimized(graph);
    const comparison = compared(name, { reference, candidate, graph, tolerance });
    proofs.push({ graph: name, nodes: graph.nodeCount, arcs: graph.source.length, ...comparison });
  }
  return proofs;
}

function compared(...[name, options]: Parameters<typeof compareLogits>): ReturnType<typeof compareLogits> {
  try {
    return compareLogits(name, options);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    // What was trained is not known here.
    throw new ProofError(
      { ...error.complaint, hint: "the faster form is not equal; keep the model as it is" },
      { cause: error },
    );
  }
}
