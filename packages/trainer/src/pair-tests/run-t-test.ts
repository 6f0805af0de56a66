import { joinRows, checkPairSets, type PairSets } from "./pairs.js";
import { trainLinearUnit } from "./train-linear-unit.js";
import type { PairTestOptions } from "./pair-test-options.js";
import { welchLoss } from "./t-loss.js";

/** What a linear unit makes of the test pairs, for a t-test of two samples. */
export interface TwoSamples {
  /** `[pairCount]`, `w · x₁`. */
  readonly first: Float32Array;
  /** `[pairCount]`, `w · x₂`. */
  readonly second: Float32Array;
}

/**
 * Trains one linear unit to maximise Welch's |t| between the two sides of the training pairs, and returns its outputs
 * on both sides of the test pairs, from which a t-test follows. Source: EqGNN, "T-test (adapted)".
 *
 * Throws `UsageError` for fewer than two pairs, sets that do not fit each other and options out of range, `ModelError`
 * where weights do not stay finite, and `InterruptedError` when `signal` stops it.
 */
export async function runTTest(pairs: PairSets, options: PairTestOptions): Promise<TwoSamples> {
  checkPairSets(pairs, 2);
  const { train, test } = pairs;
  const outputs = await trainLinearUnit(
    {
      train: joinRows(train.first, train.second),
      test: joinRows(test.first, test.second),
      dimension: train.dimension,
    },
    (z) => welchLoss(z, train.pairCount),
    options,
  );
  return { first: outputs.slice(0, test.pairCount), second: outputs.slice(test.pairCount) };
}
