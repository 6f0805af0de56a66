import type { Engine, PairKind } from "@evenodds/trainer";

/** The tests of the study, in the order of the paper's table. */
export const pairTestNames = [
  "t-test",
  "paired-t-test",
  "c2st",
  "permutation-linear",
  "permutation-linear-without-bias",
  "permutation-mlp",
] as const;
export type PairTestName = (typeof pairTestNames)[number];

/** One test on one draw of pairs. */
export interface PairStudyRun {
  readonly seed: number;
  /**
   * |t| or accuracy on the test pairs, as the row's `figure` says; null where t is undefined because nothing varies.
   */
  readonly value: number | null;
  /** By the rules in `pairStudyRules`; null where a test cannot be made. */
  readonly pValue: number | null;
}

/** One test on one kind of pairs and one number of them. */
export interface PairStudyRow {
  readonly test: PairTestName;
  readonly data: PairKind;
  /** Pairs for training, and as many others for testing. */
  readonly n: number;
  readonly figure: "t" | "accuracy";
  /** One for each seed. */
  readonly runs: readonly PairStudyRun[];
  /** Mean over the runs; null where a run has none. */
  readonly meanPValue: number | null;
  /**
   * What the paper's table has for this test and data, measured there with n = 10,000; null where it has no such test.
   */
  readonly paperPValue: number | null;
}

/** The study as plain data. */
export interface PairStudy {
  readonly engine: Engine["name"];
  readonly seeds: readonly number[];
  readonly n: readonly number[];
  readonly epochs: number;
  readonly learningRate: number;
  /** Hidden units of the multilayer perceptron. */
  readonly hidden: number;
  /** By data, then test, then n. */
  readonly rows: readonly PairStudyRow[];
}

/** Pairs of each set in the paper's experiment. */
export const paperPairCount = 10_000;

/** The paper's table of p-values. Source: EqGNN, table of the synthetic evaluation. */
export const paperPValues: Readonly<Record<PairKind, Readonly<Partial<Record<PairTestName, number>>>>> = {
  shift: { "t-test": 0.24, "paired-t-test": 0, c2st: 0.5, "permutation-linear": 0 },
  rotation: { "t-test": 0.47, "paired-t-test": 0.36, c2st: 0.5, "permutation-linear": 0 },
};
