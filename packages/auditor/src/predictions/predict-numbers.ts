import { nonFiniteError, type NonFinitePolicy } from "./non-finite-error.js";

/** What a regression predicts. */
export interface NumericPredictions {
  /** `[N]`, NaN where the output is NaN or infinite. */
  readonly prediction: Float64Array;
  /** Number of nodes with NaN. */
  readonly nonFinite: number;
}

/**
 * Returns the one output column of a regression, `[N]`, as the predicted numbers. A node with a NaN or infinite output
 * has no prediction: by default that is a ModelError naming how many there are and the first one; with
 * `nonFinite: "exclude"` it is NaN and counted.
 */
export function predictNumbers(output: Float32Array | Float64Array, options: NonFinitePolicy = {}): NumericPredictions {
  const { nonFinite: policy = "error", nodeIds } = options;
  const prediction = Float64Array.from(output, (value) => (Number.isFinite(value) ? value : NaN));
  const nonFinite = prediction.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  if (nonFinite > 0 && policy !== "exclude") {
    const first = prediction.findIndex(Number.isNaN);
    throw nonFiniteError("predicted numbers", { nonFinite, nodes: prediction.length, first, nodeIds });
  }
  return { prediction, nonFinite };
}
