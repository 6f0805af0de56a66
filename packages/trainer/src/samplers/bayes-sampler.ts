import type { AttributeSampler } from "./attribute-sampler.js";

/** A sampler for classes. */
export interface BayesSampler extends AttributeSampler {
  /** Classes without a node in the estimation set, which take the shares of the whole set. */
  readonly unseenClasses: readonly number[];
}

/**
 * Estimates how the attribute depends on the class from the given nodes, all with label and attribute: the share
 * `count(A = level, Y = class) / count(Y = class)`. By Bayes' rule this is the paper's
 * `P(Y | A) P(A) / P(Y)`. A class without nodes takes the shares over all classes. Source: EqGNN, equation 2.
 */
export function bayesSampler(estimate: {
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
  return { levelCount, probability, row: label, unseenClasses };
}
