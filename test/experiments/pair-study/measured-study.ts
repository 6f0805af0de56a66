import {
  pairTestNames,
  paperPValues,
  type PairStudy,
  type PairStudyRow,
  type PairTestName,
} from "@evenodds/experiments/internal";

/** `[value, p]` of two seeds. */
type Runs = readonly [readonly [number | null, number], readonly [number | null, number]];

const common: Readonly<Record<PairTestName, readonly [many: Runs, few: Runs]>> = {
  "t-test": [
    [
      [6.5, 3e-11],
      [7.5, 1e-11],
    ],
    [
      [0.5, 0.4],
      [1.5, 0.2],
    ],
  ],
  "paired-t-test": [
    [
      [null, 0],
      [null, 0],
    ],
    [
      [null, 0],
      [null, 0],
    ],
  ],
  c2st: [
    [
      [0.52, 1e-8],
      [0.52, 1e-8],
    ],
    [
      [0.5, 0.5],
      [0.51, 0.4],
    ],
  ],
  "permutation-linear": [
    [
      [0.45, 0.8],
      [0.59, 0],
    ],
    [
      [0.5, 0.5],
      [0.5, 0.5],
    ],
  ],
  "permutation-linear-without-bias": [
    [
      [0.49, 0.9],
      [0.51, 0.1],
    ],
    [
      [0.5, 0.5],
      [0.5, 0.5],
    ],
  ],
  "permutation-mlp": [
    [
      [0.9998, 0],
      [1, 0],
    ],
    [
      [0.98, 2e-40],
      [1, 0],
    ],
  ],
};

/** A study with two seeds and numbers made by hand, the same for both kinds of pairs. */
export function measuredStudy(): PairStudy {
  const rows = (["shift", "rotation"] as const).flatMap((data) =>
    pairTestNames.flatMap((test) =>
      common[test].map((runs, i): PairStudyRow => ({
        test,
        data,
        n: i === 0 ? 10_000 : 300,
        figure: test === "t-test" || test === "paired-t-test" ? "t" : "accuracy",
        runs: runs.map(([value, pValue], seed) => ({ seed, value, pValue })),
        meanPValue: (runs[0][1] + runs[1][1]) / 2,
        paperPValue: paperPValues[data][test] ?? null,
      })),
    ),
  );
  const settings = { seeds: [0, 1], n: [10_000, 300], epochs: 1000, learningRate: 0.01, hidden: 16 };
  return { engine: "wasm", ...settings, rows };
}
