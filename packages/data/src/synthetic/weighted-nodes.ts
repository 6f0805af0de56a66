import { compressRows, type Random } from "@evenodds/core";

/** A list of nodes from which one is drawn in proportion to its weight. */
export interface WeightedNodes {
  readonly nodes: Int32Array;
  /** Running sums of the weights. */
  readonly sums: Float64Array;
}

/** Returns the nodes of each cell, `cell[i]` in `[0, cells)`, with the running sums of their weights. */
export function weightedNodes(
  weight: Float64Array,
  { cell, cells }: { readonly cell: Int32Array; readonly cells: number },
): WeightedNodes[] {
  const { pointer, column } = compressRows(
    cell,
    cell.map((_, node) => node),
    cells,
  );
  return Array.from({ length: cells }, (_, c) => {
    const nodes = column.subarray(pointer[c], pointer[c + 1]);
    const sums = new Float64Array(nodes.length);
    let sum = 0;
    nodes.forEach((node, i) => (sums[i] = sum += weight[node]!));
    return { nodes, sums };
  });
}

/** Draws a node of a list that is not empty; one uniform number, binary search. */
export function drawWeightedNode({ nodes, sums }: WeightedNodes, random: Random): number {
  const at = random.uniform() * sums[sums.length - 1]!;
  let low = 0;
  let high = sums.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sums[middle]! > at) high = middle;
    else low = middle + 1;
  }
  return nodes[low]!;
}

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
