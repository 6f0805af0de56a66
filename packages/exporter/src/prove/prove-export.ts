import { defaultTolerance } from "@evenodds/core";
import type { DataFileSize } from "../check/check-external.js";
import { checkStructure } from "../check/check-structure.js";
import { compareLogits } from "./compare-logits.js";
import {
  checkComparison,
  compareOnGraphs,
  type GraphProof,
  type LogitsRunner,
  type NamedGraph,
} from "./compare-on-graphs.js";

/**
 * Compares an exported model with the trained one on named graphs and returns how far they are apart on each. The
 * structure of `bytes` is checked first, against the file beside it where there is one (see {@link checkStructure}),
 * then per graph:
 *
 * - both give the same number of finite logits;
 * - `max|Δ| / max(1, max|reference|) ≤ tolerance` (default 1e-4): absolute for small logits, relative for large ones;
 * - both name the same class for every node, except where the two best logits of the reference are within that same
 *   distance of each other. Such a node is a tie; `argmaxTies` counts those that differ. Where logits have one column,
 *   they name no class, and the difference decides alone.
 *
 * `reference` runs the trained model, `candidate` the ONNX file; the runners are passed in, because this package runs
 * neither. Throws `ProofError` naming the graph, node and class; `UsageError` without graphs or with a
 * tolerance that is not a positive number.
 */
export async function proveExport({
  bytes,
  data,
  reference,
  candidate,
  graphs,
  tolerance = defaultTolerance,
}: {
  readonly bytes: Uint8Array;
  /** Name and size of the data file, as it lies beside the ONNX file. */
  readonly data?: DataFileSize | undefined;
  readonly reference: LogitsRunner;
  readonly candidate: LogitsRunner;
  readonly graphs: readonly NamedGraph[];
  readonly tolerance?: number | undefined;
}): Promise<GraphProof[]> {
  const plan = { reference, candidate, graphs, tolerance };
  checkComparison(plan);
  checkStructure(bytes, { data });
  return compareOnGraphs(plan, compareLogits);
}
