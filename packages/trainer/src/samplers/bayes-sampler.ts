import type { Random } from "@evenodds/core";

/** `P(A = level | Y = class)` as a table `[classes, levels]`; each row sums to 1. */
export interface BayesSampler {
  readonly levelCount: number;
  readonly probability: Float64Array;
  /** Classes without a node in the estimation set, which take the shares of the whole set. */
  readonly unseenClasses: readonly number[];
}

/**
 * Estimates how the attribute depends on the label from the given nodes, all with label and attribute: the share
 * `count(A = level, Y = class) / count(Y = class)`. By Bayes' rule this is the paper's
 * `P(Y | A) P(A) / P(Y)`. A class without nodes takes the shares over all classes.
 */
export function estimateSampler(estimate: {
  readonly label: Int32Array;
  readonly attribute: Int32Array;
  readonly nodes: Int32Array;
  readonly classCount: number;
  readonly levelCount: number;
}): BayesSampler {
  const { label, attribute, nodes, classCount, levelCount } = estimate;
  const counts = new Float64Array(classCount * levelCount);
  const overall = new Float64Array(levelCount);
  for (const node of nodes) {
    counts[label[node]! * levelCount + attribute[node]!]!++;
    overall[attribute[node]!]!++;
  }
  const probability = new Float64Array(classCount * levelCount);
  const unseenClasses: number[] = [];
  for (let y = 0; y < classCount; y++) {
    const row = counts.subarray(y * levelCount, (y + 1) * levelCount);
    const total = row.reduce((a, b) => a + b, 0);
    if (total === 0) unseenClasses.push(y);
    const shares = total === 0 ? overall : row;
    const sum = total === 0 ? nodes.length : total;
    for (let k = 0; k < levelCount; k++) probability[y * levelCount + k] = shares[k]! / sum;
  }
  return { levelCount, probability, unseenClasses };
}

/**
 * Draws a dummy attribute Ã for every node, `[N]` level codes: from `P(A | Y)` where the node has a label, level 0 where
 * it has none (official code). One number is drawn for every node in either case.
 */
export function drawAttributes(sampler: BayesSampler, label: Int32Array, random: Random): Int32Array {
  const { levelCount, probability } = sampler;
  return label.map((y) => {
    let left = random.uniform();
    if (y < 0) return 0;
    let level = 0;
    while (level < levelCount - 1 && (left -= probability[y * levelCount + level]!) >= 0) level++;
    return level;
  });
}
