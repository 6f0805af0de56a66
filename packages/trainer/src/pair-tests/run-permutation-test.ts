import { Random, UsageError } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { pairClassifierLayers, type ClassifierForm, type ClassifierScore } from "./classifier-form.js";
import { pairClassifierLoss, scoreClassifier, type Question } from "./score-classifier.js";
import { minimize } from "./minimize.js";
import { pairTestDefaults, type PairTestOptions } from "./pair-test-options.js";
import { checkPairSets, type Pairs, type PairSets } from "./pairs.js";
import { startWeights } from "./start-weights.js";

/** How the permutation test learns. */
export interface PermutationTestOptions extends PairTestOptions {
  /** Default: one hidden layer of 16 ReLU units. */
  readonly form?: ClassifierForm | undefined;
}

/**
 * Trains a classifier to tell whether a pair is shown as (x₁, x₂) or as (x₂, x₁), with a fresh order of every pair in
 * each step, and returns how often it is right on the test pairs, each shown once in a random order. Source: EqGNN,
 * algorithm "Permutation Loss", with one correction: its listing shows the test pairs in their given order, which says
 * nothing about l.
 *
 * A linear classifier cannot learn from pairs whose two sides have the same mean, such as rotated ones: the order
 * enters its loss through the means alone. At least one pair in each set, and one hidden unit; otherwise throws as
 * `runTTest` does.
 */
export async function runPermutationTest(pairs: PairSets, options: PermutationTestOptions): Promise<ClassifierScore> {
  checkPairSets(pairs, 1);
  const { engine, seed, form = { kind: "mlp", hidden: pairTestDefaults.hidden } } = options;
  checkForm(form);
  const context = { engine, form };
  const order = Random.of(seed, "pair test order");
  const trained = await minimize(
    startWeights(pairClassifierLayers(form, 2 * pairs.train.dimension), Random.of(seed, "pair test weights")),
    (parameters) => pairClassifierLoss(shuffled(pairs.train, order), parameters, context),
    options,
  );
  const test = shuffled(pairs.test, Random.of(seed, "pair test order of test pairs"));
  try {
    return scoreClassifier(test, trained, context);
  } finally {
    test.rows.dispose();
  }
}

function checkForm(form: ClassifierForm): void {
  if (form.kind === "linear" || (Number.isInteger(form.hidden) && form.hidden >= 1)) return;
  throw new UsageError({
    argument: "hidden",
    expected: "a whole number of units from 1",
    found: String(form.hidden),
    hint: `the default is ${pairTestDefaults.hidden}; use a linear classifier for none`,
  });
}

/** The pairs in a new order, which is what has to be told. */
function shuffled(pairs: Pairs, random: Random): Question {
  const target = random.coins(pairs.pairCount);
  return { rows: tf.tensor2d(shufflePairs(pairs, target), [pairs.pairCount, 2 * pairs.dimension]), target };
}

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
