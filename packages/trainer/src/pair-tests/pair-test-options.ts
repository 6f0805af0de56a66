import type { Engine } from "../engines/engine.js";

/** How a test of pairs learns. */
export interface PairTestOptions {
  readonly engine: Engine;
  /** Seed of the first weights and of every order in which pairs are shown. */
  readonly seed: number;
  /** Steps of Adam, each on all training pairs. Default 1000. */
  readonly epochs?: number | undefined;
  /** Default 0.01. */
  readonly learningRate?: number | undefined;
  /** Stops the test after the step in progress. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * What a test of pairs uses unless a caller says otherwise; `hidden` is for the permutation test. The paper gives none.
 */
export const pairTestDefaults = { epochs: 1000, learningRate: 0.01, hidden: 16 } as const;
