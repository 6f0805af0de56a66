import { defaultTolerance, ProofError } from "@evenodds/core";
import { compareLogits } from "../prove/compare-logits.js";
import {
  checkComparison,
  compareOnGraphs,
  type GraphProof,
  type LogitsRunner,
  type NamedGraph,
} from "../prove/compare-on-graphs.js";

/**
 * Compares an optimized model with the one that it was made of, graph by graph, as `proveExport` compares an exported
 * model with the trained one, and returns how far they are apart. Both runners run ONNX files; `tolerance` is 1e-4 by
 * default.
 *
 * Throws {@link ProofError} naming graph, node and class where they differ or one of them gives no finite number;
 * `UsageError` without graphs and for a tolerance that is not a positive number.
 */
export async function proveOptimized({
  original,
  optimized,
  graphs,
  tolerance = defaultTolerance,
}: {
  readonly original: LogitsRunner;
  readonly optimized: LogitsRunner;
  readonly graphs: readonly NamedGraph[];
  readonly tolerance?: number | undefined;
}): Promise<GraphProof[]> {
  const plan = { reference: original, candidate: optimized, graphs, tolerance };
  checkComparison(plan);
  return compareOnGraphs(plan, compared);
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
