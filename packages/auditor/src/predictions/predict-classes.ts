import { nonFiniteError, type NonFinitePolicy } from "./non-finite-error.js";

/** Scores of all nodes. */
export interface Logits {
  /** `[N, C]`, row-major. */
  readonly logits: Float32Array | Float64Array;
  /** C */
  readonly columns: number;
}

/** Predicted classes. */
export interface Predictions {
  /** `[N]`, column of the largest logit, the first of equals; −1 where a logit is NaN or infinite. */
  readonly prediction: Int32Array;
  /** Number of nodes with −1. */
  readonly nonFinite: number;
}

/**
 * Returns the most likely class of every node. A node with a NaN or infinite logit has no prediction: by default that
 * is a ModelError naming how many there are and the first one; with `nonFinite: "exclude"` it is −1 and counted.
 */
export function predictClasses({ logits, columns }: Logits, options: NonFinitePolicy = {}): Predictions {
  const { nonFinite: policy = "error", nodeIds } = options;
  const nodes = logits.length / columns;
  const prediction = new Int32Array(nodes);
  let nonFinite = 0;
  for (let n = 0; n < nodes; n++) {
    prediction[n] = largest(logits, n * columns, columns);
    if (prediction[n]! < 0) nonFinite++;
  }
  if (nonFinite > 0 && policy !== "exclude") {
    throw nonFiniteError("logits", { nonFinite, nodes, first: prediction.indexOf(-1), nodeIds });
  }
  return { prediction, nonFinite };
}

function largest(logits: Logits["logits"], start: number, columns: number): number {
  let best = 0;
  for (let c = 0; c < columns; c++) {
    const value = logits[start + c]!;
    if (!Number.isFinite(value)) return -1;
    if (value > logits[start + best]!) best = c;
  }
  return columns === 0 ? -1 : best;
}
