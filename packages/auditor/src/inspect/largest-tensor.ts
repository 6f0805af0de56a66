import type { DecodedModel } from "./decode-model.js";
import { FixedSizes, type FixedTensor } from "./fixed-sizes.js";
import { traceModel } from "./trace/trace-model.js";
import type { TracedShape } from "./trace/traced-value.js";

/**
 * Returns the largest tensor that a model makes in any case of inputs of these sizes, by the names of the inputs, as
 * far as its operators tell: what branches and loops make, what no output depends on, and sizes that depend on the
 * elements of an input are left out. Null where no size is known.
 */
export function largestTensor(model: DecodedModel, inputs: ReadonlyMap<string, TracedShape>): FixedTensor | null {
  const sizes = new FixedSizes();
  traceModel(model, { sizes, inputs });
  return sizes.largest;
}
