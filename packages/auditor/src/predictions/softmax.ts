import type { Logits } from "./predict-classes.js";

/**
 * Returns probabilities `[N, C]`: `exp(z − max z) / Σ exp(z − max z)` per node, in double precision. Logits of any
 * finite size are safe, because the largest becomes 0. All probabilities of a node with a NaN or infinite logit are
 * NaN.
 */
export function softmax({ logits, columns }: Logits): Float64Array {
  const probabilities = Float64Array.from(logits);
  for (let start = 0; start < probabilities.length; start += columns) {
    const row = probabilities.subarray(start, start + columns);
    const top = row.every(Number.isFinite) ? row.reduce((a, b) => Math.max(a, b)) : NaN;
    let sum = 0;
    for (let c = 0; c < columns; c++) sum += row[c] = Math.exp(row[c]! - top);
    for (let c = 0; c < columns; c++) row[c]! /= sum;
  }
  return probabilities;
}
