import { trainLinearUnit } from "./train-linear-unit.js";
import type { PairTestOptions } from "./pair-test-options.js";
import { checkPairSets, type Pairs, type PairSets } from "./pairs.js";
import { pairedLoss } from "./t-loss.js";

/** What a linear unit makes of the test pairs, for a paired t-test. */
export interface PairedDifferences {
  /** `[pairCount]`, `w · x₁ − w · x₂`. */
  readonly differences: Float32Array;
}

/**
 * Trains one linear unit to maximise the paired |t| on the training pairs, and returns the differences of its outputs
 * on the test pairs, from which a paired t-test follows. The unit is given x₁ − x₂, which is the same by linearity and
 * rounds to float32 less. Source: EqGNN, "Paired T-test (adapted)". Throws as `runTTest` does.
 */
export async function runPairedTTest(pairs: PairSets, options: PairTestOptions): Promise<PairedDifferences> {
  checkPairSets(pairs, 2);
  const { train, test } = pairs;
  const rows = { train: differenceOf(train), test: differenceOf(test), dimension: train.dimension };
  return { differences: await trainLinearUnit(rows, pairedLoss, options) };
}

function differenceOf({ first, second }: Pairs): Float32Array {
  return first.map((value, i) => value - second[i]!);
}
