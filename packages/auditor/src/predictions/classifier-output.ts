import type { OutputKind } from "../inspect/output-kind/output-kind.js";
import { nonFiniteError, type NonFinitePolicy } from "./non-finite-error.js";
import { predictClasses, type Predictions, type Logits } from "./predict-classes.js";

/** What a classifier gave for N nodes, and what it means. */
export interface ClassifierOutput {
  readonly kind: OutputKind;
  /** `[N, C]` for kinds with a column per class, else `[N]`; of class ids, their places among the classes. */
  readonly values: Float32Array | Float64Array | Int32Array;
  /** C, the number of classes. */
  readonly classes: number;
}

/** The second class is predicted from this probability on. */
const decisionProbability = 0.5;

/**
 * Returns the predicted class of every node: the largest of several scores, the first of equals; the second class where
 * one logit is above 0 or one probability at least 0.5; the id itself. A node with NaN or an infinite number has none
 * (−∞ as a log-probability is the probability 0); see {@link predictClasses}.
 */
export function classPredictions(output: ClassifierOutput, options: NonFinitePolicy = {}): Predictions {
  const { kind, values, classes } = output;
  if (values instanceof Int32Array) return { prediction: values, nonFinite: 0 };
  switch (kind) {
    case "logits":
      return predictClasses({ logits: values, columns: classes }, options);
    case "one-logit":
      return predictClasses(expandLogit(values), options);
    case "one-probability":
      return predicted(values.length, options, (n) => {
        const probability = values[n]!;
        return Number.isFinite(probability) ? (probability >= decisionProbability ? 1 : 0) : -1;
      });
    case "class-ids":
    case "log-probabilities":
    case "probabilities":
    case "independent-probabilities":
      return predicted(values.length / classes, options, (n) =>
        largest(values.subarray(n * classes, (n + 1) * classes), kind),
      );
  }
}

/**
 * Returns the probability of every class, `[N, C]`, as the model gives it: independent probabilities do not add up to 1
 * and are not made to. Those of a node with NaN or an infinite number are NaN. Null for class ids.
 */
export function classProbabilities({ kind, values, classes }: ClassifierOutput): Float64Array | null {
  if (values instanceof Int32Array) return null;
  switch (kind) {
    case "logits":
      return softmax({ logits: values, columns: classes });
    case "one-logit":
      return softmax(expandLogit(values));
    case "one-probability": {
      const pairs = new Float64Array(2 * values.length);
      for (let n = 0; n < values.length; n++) {
        const probability = bounded(values[n]!);
        pairs[2 * n] = 1 - probability;
        pairs[2 * n + 1] = probability;
      }
      return pairs;
    }
    case "log-probabilities":
      return byRow(values, classes, (value) => bounded(Math.exp(value)));
    case "class-ids":
    case "probabilities":
    case "independent-probabilities":
      return byRow(values, classes, bounded);
  }
}

function predicted(
  nodes: number,
  { nonFinite: policy = "error", nodeIds }: NonFinitePolicy,
  of: (n: number) => number,
): Predictions {
  const prediction = Int32Array.from({ length: nodes }, (_, n) => of(n));
  const nonFinite = prediction.reduce((count, code) => count + (code < 0 ? 1 : 0), 0);
  if (nonFinite > 0 && policy !== "exclude") {
    throw nonFiniteError("probabilities", { nonFinite, nodes, first: prediction.indexOf(-1), nodeIds });
  }
  return { prediction, nonFinite };
}

function largest(row: Float32Array | Float64Array, kind: OutputKind): number {
  let best = 0;
  for (let c = 0; c < row.length; c++) {
    const value = row[c]!;
    if (!Number.isFinite(value) && !(kind === "log-probabilities" && value === -Infinity)) return -1;
    if (value > row[best]!) best = c;
  }
  // Something has to be likely.
  return row.length === 0 || row[best] === -Infinity ? -1 : best;
}

/** Rounding takes probabilities past 0 and 1; what is further out was refused before. */
function bounded(probability: number): number {
  return Number.isFinite(probability) ? Math.min(1, Math.max(0, probability)) : NaN;
}

function byRow(values: Float32Array | Float64Array, columns: number, of: (value: number) => number): Float64Array {
  const probabilities = Float64Array.from(values, of);
  for (let start = 0; start < probabilities.length; start += columns) {
    const row = probabilities.subarray(start, start + columns);
    if (row.some(Number.isNaN)) row.fill(NaN);
  }
  return probabilities;
}

/**
 * Returns the two logits `[0, z]` that say the same as one logit z of the second class: their softmax is `1 − σ(z)` and
 * `σ(z)`, and the second is the larger where z > 0. At z = 0 the first class is predicted. A NaN or infinite z stays
 * one.
 */
export function expandLogit(logit: Float32Array | Float64Array): Logits {
  const logits =
    logit instanceof Float32Array ? new Float32Array(2 * logit.length) : new Float64Array(2 * logit.length);
  for (let n = 0; n < logit.length; n++) logits[2 * n + 1] = logit[n]!;
  return { logits, columns: 2 };
}

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
