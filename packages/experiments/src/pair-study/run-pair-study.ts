import { Random, UsageError } from "@evenodds/core";
import {
  drawPairs,
  pairKinds,
  pairTestDefaults,
  type Engine,
  type PairKind,
  type PairSets,
  runClassifierTwoSampleTest,
  runPairedTTest,
  runPermutationTest,
  runTTest,
  type ClassifierScore,
  type PairTestOptions,
} from "@evenodds/trainer";
import { describeSample } from "../statistics/describe-sample.js";
import {
  paperPairCount,
  paperPValues,
  pairTestNames,
  type PairStudy,
  type PairStudyRow,
  type PairStudyRun,
  type PairTestName,
} from "./pair-study.js";
import { binomialTest } from "../statistics/binomial-test.js";
import { pairedTTest } from "../statistics/paired-t-test.js";
import type { TTestResult } from "../statistics/t-test-result.js";
import { welchTTest } from "../statistics/welch-t-test.js";

/** What has been finished. */
export interface PairStudyProgress {
  readonly done: number;
  readonly total: number;
  readonly test: PairTestName;
  readonly data: PairKind;
  readonly n: number;
  readonly seed: number;
}

/** How the study runs. */
export interface PairStudyOptions {
  readonly engine: Engine;
  /** How many draws of pairs, with the seeds 0, 1, …. Default 5, as in the paper. */
  readonly seeds?: number | undefined;
  /** Numbers of pairs for training, each with as many for testing. Default 10,000, as in the paper, and 300. */
  readonly n?: readonly number[] | undefined;
  /** Full-batch steps of each test. Default 1000. */
  readonly epochs?: number | undefined;
  /** Default 0.01. */
  readonly learningRate?: number | undefined;
  /** Hidden units of the multilayer perceptron. Default 16. */
  readonly hidden?: number | undefined;
  /** Stops the study after the step in progress. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each run of a test. */
  readonly onProgress?: ((progress: PairStudyProgress) => void) | undefined;
}

/**
 * Repeats the paper's synthetic study: four kinds of test, the permutation test with three classifiers, on shifted and
 * on rotated pairs. All tests of a seed see the same pairs. Same options and engine give the same data. Source: EqGNN,
 * "Synthetic Evaluation of the Permutation Loss"; what the paper leaves open is in `pairStudyRules`.
 *
 * Throws {@link UsageError} for options out of range, and what the tests throw.
 */
export async function runPairStudy(options: PairStudyOptions): Promise<PairStudy> {
  const {
    engine,
    seeds: seedCount = 5,
    n = [paperPairCount, 300],
    hidden = pairTestDefaults.hidden,
    onProgress,
  } = options;
  const { epochs = pairTestDefaults.epochs, learningRate = pairTestDefaults.learningRate, signal } = options;
  checkWholeNumber("seeds", seedCount, "the paper has 5");
  checkWholeNumber("hidden", hidden, `the default is ${pairTestDefaults.hidden}`);
  checkPairCounts(n);
  const seeds = Array.from({ length: seedCount }, (_, seed) => seed);
  const runs = new Map<string, PairStudyRun[]>();
  const total = pairKinds.length * n.length * seedCount * pairTestNames.length;
  let done = 0;
  for (const data of pairKinds) {
    for (const pairCount of n) {
      for (const seed of seeds) {
        const pairs = drawSets(data, { pairCount, seed });
        for (const test of pairTestNames) {
          const settings = { engine, seed, epochs, learningRate, signal, hidden };
          const run = { seed, ...(await studyTests[test].run(pairs, settings)) };
          const key = keyOf({ data, test, n: pairCount });
          runs.set(key, [...(runs.get(key) ?? []), run]);
          onProgress?.({ done: ++done, total, test, data, n: pairCount, seed });
        }
      }
    }
  }
  const rows = pairKinds.flatMap((data) =>
    pairTestNames.flatMap((test) => n.map((pairCount) => rowOf({ data, test, n: pairCount }, runs))),
  );
  return { engine: engine.name, seeds, n: [...n], epochs, learningRate, hidden, rows };
}

type Place = Pick<PairStudyRow, "data" | "test" | "n">;

function keyOf({ data, test, n }: Place): string {
  return `${data}/${test}/${n}`;
}

function rowOf(place: Place, runsByKey: ReadonlyMap<string, readonly PairStudyRun[]>): PairStudyRow {
  const runs = runsByKey.get(keyOf(place))!;
  const pValues = runs.flatMap(({ pValue }) => (pValue === null ? [] : [pValue]));
  return {
    ...place,
    figure: studyTests[place.test].figure,
    runs,
    meanPValue: pValues.length === runs.length ? describeSample(pValues).mean : null,
    paperPValue: paperPValues[place.data][place.test] ?? null,
  };
}

function drawSets(
  data: PairKind,
  { pairCount, seed }: { readonly pairCount: number; readonly seed: number },
): PairSets {
  const draw = (part: string) => drawPairs(data, { pairCount, random: Random.of(seed, `${data} pairs, ${part}`) });
  return { train: draw("train"), test: draw("test") };
}

function checkWholeNumber(argument: string, value: number, hint: string): void {
  if (Number.isInteger(value) && value >= 1) return;
  throw new UsageError({ argument, expected: "a whole number from 1", found: String(value), hint });
}

function checkPairCounts(n: readonly number[]): void {
  if (n.length > 0 && new Set(n).size === n.length && n.every((one) => Number.isInteger(one) && one >= 2)) return;
  throw new UsageError({
    argument: "n",
    expected: "different whole numbers from 2",
    found: n.length === 0 ? "none" : n.join(", "),
    hint: `the paper has ${paperPairCount}`,
  });
}

type Measured = Omit<PairStudyRun, "seed">;
type StudyOptions = PairTestOptions & { readonly hidden: number };

/** A test of the study: its kind of figure, and how one run is made. */
interface StudyTest {
  readonly figure: PairStudyRow["figure"];
  readonly run: (pairs: PairSets, options: StudyOptions) => Promise<Measured>;
}

/** How each test is run, and how its p-value follows from the test pairs. */
const studyTests: Readonly<Record<PairTestName, StudyTest>> = {
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
