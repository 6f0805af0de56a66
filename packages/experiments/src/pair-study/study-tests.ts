import {
  runClassifierTwoSampleTest,
  runPairedTTest,
  runPermutationTest,
  runTTest,
  type ClassifierScore,
  type PairSets,
  type PairTestOptions,
} from "@evenodds/trainer";
import { binomialTest } from "../statistics/binomial-test.js";
import { pairedTTest } from "../statistics/paired-t-test.js";
import type { TTestResult } from "../statistics/t-test-result.js";
import { welchTTest } from "../statistics/welch-t-test.js";
import type { PairStudyRow, PairStudyRun, PairTestName } from "./pair-study.js";

type Measured = Omit<PairStudyRun, "seed">;
type StudyOptions = PairTestOptions & { readonly hidden: number };

/** A test of the study: its kind of figure, and how one run is made. */
export interface StudyTest {
  readonly figure: PairStudyRow["figure"];
  readonly run: (pairs: PairSets, options: StudyOptions) => Promise<Measured>;
}

/** How each test is run, and how its p-value follows from the test pairs. */
export const studyTests: Readonly<Record<PairTestName, StudyTest>> = {
  "t-test": {
    figure: "t",
    run: async (pairs, options) => fromT(welchTTest(await runTTest(pairs, options))),
  },
  "paired-t-test": {
    figure: "t",
    run: async (pairs, options) => fromT(pairedTTest((await runPairedTTest(pairs, options)).differences)),
  },
  c2st: {
    figure: "accuracy",
    run: async (pairs, options) => fromScore(await runClassifierTwoSampleTest(pairs, options)),
  },
  "permutation-linear": {
    figure: "accuracy",
    run: async (pairs, options) =>
      fromScore(await runPermutationTest(pairs, { ...options, form: { kind: "linear", bias: true } })),
  },
  "permutation-linear-without-bias": {
    figure: "accuracy",
    run: async (pairs, options) =>
      fromScore(await runPermutationTest(pairs, { ...options, form: { kind: "linear", bias: false } })),
  },
  "permutation-mlp": {
    figure: "accuracy",
    run: async (pairs, options) =>
      fromScore(await runPermutationTest(pairs, { ...options, form: { kind: "mlp", hidden: options.hidden } })),
  },
};

/** The sign of t is that of the unit's direction, which is arbitrary. */
function fromT({ statistic, pValue }: TTestResult): Measured {
  return { value: statistic === null ? null : Math.abs(statistic), pValue };
}

function fromScore({ correct, n }: ClassifierScore): Measured {
  const { proportion, pValue } = binomialTest({ k: correct, n });
  return { value: proportion, pValue };
}
