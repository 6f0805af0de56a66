import { ProofError } from "@evenodds/core";
import { compareLogits } from "./compare-logits.js";
import { checkComparison, compareOnGraphs, type ComparisonPlan, type GraphProof } from "./compare-on-graphs.js";

/** How far the logits of a plan may be from those of the model that it was cut from, see {@link proveCut}. */
export const cutTolerance = 1e-5;

/**
 * Compares the plan that a model was cut into with the model, graph by graph, as `proveExport` compares an exported
 * model with the trained one, within {@link cutTolerance}, and returns how far they are apart. `reference` runs the
 * whole model, `candidate` the plan.
 *
 * Throws {@link ProofError} naming graph, node and class where they differ or one of them gives no finite number.
 */
export async function proveCut(plan: Omit<ComparisonPlan, "tolerance">): Promise<GraphProof[]> {
  const within = { ...plan, tolerance: cutTolerance };
  checkComparison(within);
  return compareOnGraphs(within, compared);
}

function compared(...[name, options]: Parameters<typeof compareLogits>): ReturnType<typeof compareLogits> {
  try {
    return compareLogits(name, options);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    const hint = "the layers do not compute what the model does; please report it";
    throw new ProofError({ ...error.complaint, hint }, { cause: error });
  }
}
