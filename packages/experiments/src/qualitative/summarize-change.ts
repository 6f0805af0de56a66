import { describeSample } from "../statistics/describe-sample.js";
import type { ChangeSummary } from "./qualitative-study.js";

/** What a model says of all nodes. */
export interface ModelOutput {
  /** `[N, C]`, each row sums to 1. */
  readonly probability: Float64Array;
  /** `[N]` */
  readonly prediction: Int32Array;
}

/** Two models on the same nodes. */
export interface ModelPair {
  readonly before: ModelOutput;
  readonly after: ModelOutput;
}

/** By how much the probability of a node's label rises from the first model to the second. */
export function riseOf(node: number, { label, before, after }: ModelPair & { readonly label: Int32Array }): number {
  const at = node * (before.probability.length / label.length) + label[node]!;
  return after.probability[at]! - before.probability[at]!;
}

/** Summarizes what changes on labelled nodes. Without nodes every mean is null and every count 0. */
export function summarizeChange(
  nodes: readonly number[],
  pair: ModelPair & { readonly label: Int32Array },
): ChangeSummary {
  const { label, before, after } = pair;
  const rises = nodes.map((node) => riseOf(node, pair));
  const isRight = ({ prediction }: ModelOutput, node: number) => prediction[node] === label[node];
  const count = (first: boolean, second: boolean) =>
    nodes.filter((node) => isRight(before, node) === first && isRight(after, node) === second).length;
  const meanOf = (model: ModelOutput, classOf: Int32Array) => {
    const columns = model.probability.length / label.length;
    return describeSample(nodes.map((node) => model.probability[node * columns + classOf[node]!]!)).mean;
  };
  return {
    rightBefore: meanOf(before, label),
    rightAfter: meanOf(after, label),
    rise: describeSample(rises),
    smallestRise: rises.length === 0 ? null : rises.reduce((a, b) => Math.min(a, b)),
    largestRise: rises.length === 0 ? null : rises.reduce((a, b) => Math.max(a, b)),
    confidenceBefore: meanOf(before, before.prediction),
    confidenceAfter: meanOf(after, after.prediction),
    wrongToRight: count(false, true),
    rightToWrong: count(true, false),
    rightBoth: count(true, true),
    wrongBoth: count(false, false),
  };
}
