import type { Random } from "@evenodds/core";

/**
 * Returns weights `(rank + 10)^(-1 / (exponent - 1))` in random order: expected degrees of a power law without a single
 * hub of all.
 */
export function powerLawWeights(random: Random, nodeCount: number, exponent: number): Float64Array {
  const order = random.shuffle(Int32Array.from({ length: nodeCount }, (_, i) => i));
  const weight = new Float64Array(nodeCount);
  order.forEach((node, rank) => (weight[node] = (rank + 10) ** (-1 / (exponent - 1))));
  return weight;
}
