import type { Pairs } from "./pairs.js";

/**
 * Returns `[pairCount, 2d]`: beside each other the two points of every pair, (x₁, x₂) where `order` is 0 and (x₂, x₁)
 * where it is 1. Source: EqGNN, algorithm "Permutation Loss", lines 4–6.
 */
export function shufflePairs({ pairCount, dimension, first, second }: Pairs, order: Uint8Array): Float32Array {
  const rows = new Float32Array(2 * first.length);
  for (let n = 0, at = 0; n < pairCount; n++) {
    const [left, right] = order[n] === 0 ? [first, second] : [second, first];
    for (let k = n * dimension; k < (n + 1) * dimension; k++) rows[at++] = left[k]!;
    for (let k = n * dimension; k < (n + 1) * dimension; k++) rows[at++] = right[k]!;
  }
  return rows;
}
