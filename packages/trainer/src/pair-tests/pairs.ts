import { UsageError } from "@evenodds/core";

/** Points in pairs: row i of `first` and row i of `second` belong to the same subject. */
export interface Pairs {
  readonly pairCount: number;
  /** Coordinates of each point, d. */
  readonly dimension: number;
  /** X₁ `[pairCount, d]`, row-major. */
  readonly first: Float32Array;
  /** X₂ `[pairCount, d]`, row-major. */
  readonly second: Float32Array;
}

/** The pairs on which a test learns, and those on which it is measured. */
export interface PairSets {
  readonly train: Pairs;
  readonly test: Pairs;
}

/**
 * Throws {@link UsageError} unless both sets have at least `smallest` pairs, arrays of the size that they promise, and
 * the same dimension.
 */
export function checkPairSets({ train, test }: PairSets, smallest: number): void {
  for (const [argument, { pairCount, dimension, first, second }] of Object.entries({ train, test })) {
    if (!Number.isInteger(pairCount) || pairCount < smallest) {
      throw new UsageError({
        argument: `${argument} pairs`,
        expected: `at least ${smallest}`,
        found: String(pairCount),
        hint: "draw more pairs",
      });
    }
    if (first.length !== pairCount * dimension || second.length !== first.length) {
      throw new UsageError({
        argument: `${argument} pairs`,
        expected: `${pairCount} × ${dimension} coordinates on each side`,
        found: `${first.length} and ${second.length}`,
        hint: "give one row for each pair",
      });
    }
  }
  if (train.dimension !== test.dimension) {
    throw new UsageError({
      argument: "test pairs",
      expected: `points with ${train.dimension} coordinates, as in the training pairs`,
      found: String(test.dimension),
      hint: "draw both from one distribution",
    });
  }
}

/** Returns the rows of both arrays, those of `first` before those of `second`, where all have the same width. */
export function joinRows(first: Float32Array, second: Float32Array): Float32Array {
  const joined = new Float32Array(first.length + second.length);
  joined.set(first);
  joined.set(second, first.length);
  return joined;
}
