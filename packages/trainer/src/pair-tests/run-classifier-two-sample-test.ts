import { Random } from "@evenodds/core";
import * as tf from "@tensorflow/tfjs-core";
import { pairClassifierLayers, type ClassifierScore } from "./classifier-form.js";
import { pairClassifierLoss, scoreClassifier, type Question } from "./score-classifier.js";
import { joinRows, checkPairSets, type Pairs, type PairSets } from "./pairs.js";
import { minimize } from "./minimize.js";
import type { PairTestOptions } from "./pair-test-options.js";
import { startWeights } from "./start-weights.js";

/**
 * Trains a linear classifier to tell from one point alone on which side of its pair it lies, and returns how often it
 * is right on the `2 · pairCount` test points. Source: Lopez-Paz and Oquab 2017, as EqGNN's "C2ST". At least one pair
 * in each set; otherwise throws as `runTTest` does.
 */
export async function runClassifierTwoSampleTest(pairs: PairSets, options: PairTestOptions): Promise<ClassifierScore> {
  checkPairSets(pairs, 1);
  const context = { engine: options.engine, form: { kind: "linear", bias: true } } as const;
  const layers = pairClassifierLayers(context.form, pairs.train.dimension);
  const [train, test] = [pointsOf(pairs.train), pointsOf(pairs.test)];
  try {
    const trained = await minimize(
      startWeights(layers, Random.of(options.seed, "pair test weights")),
      (parameters) => pairClassifierLoss(train, parameters, context),
      options,
    );
    return scoreClassifier(test, trained, context);
  } finally {
    tf.dispose([train.rows, test.rows]);
  }
}

/** All points, with class 1 for those of the second side. */
function pointsOf({ pairCount, dimension, first, second }: Pairs): Question {
  const target = new Uint8Array(2 * pairCount).fill(1, pairCount);
  return { rows: tf.tensor2d(joinRows(first, second), [2 * pairCount, dimension]), target };
}
