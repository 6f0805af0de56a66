import type { NamedWeight } from "@evenodds/core";
import { initialWeights } from "../layers/initial-weights.js";
import { adamInit, type AdamState } from "./adam.js";
import { Random } from "@evenodds/core";
import type { Networks } from "./networks.js";
import { splitWeights } from "./running-statistics.js";
import { openStreams, type Streams } from "./streams.js";

/** Weights that no gradient moves, by name: running mean and variance of batch normalization. */
export type RunningStatistics = ReadonlyMap<string, NamedWeight>;

/** The best epoch so far: its validation loss and the classifier's weights after it. */
export interface BestEpoch {
  readonly epoch: number;
  readonly loss: number;
  readonly weights: ReadonlyMap<string, NamedWeight>;
}

/** Everything that changes from epoch to epoch: what a checkpoint must hold for the run to go on bit by bit. */
export interface TrainingState {
  /** Epochs that are done. */
  readonly epoch: number;
  readonly classifier: AdamState;
  readonly running: RunningStatistics;
  readonly discriminator: AdamState | null;
  readonly best: BestEpoch | null;
  readonly streams: Streams;
}

/** Returns the state before the first epoch. */
export function initialState(networks: Networks, seed: number): TrainingState {
  const { classifier, discriminator } = networks;
  const { learned, running } = splitWeights(classifier, initialWeights(classifier, Random.of(seed, "classifier")));
  return {
    epoch: 0,
    classifier: adamInit(learned),
    running,
    discriminator:
      discriminator === null ? null : adamInit(initialWeights(discriminator, Random.of(seed, "discriminator"))),
    best: null,
    streams: openStreams(seed),
  };
}
