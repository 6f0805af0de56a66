import { newcombeInterval, normalQuantile, permutationTest } from "@evenodds/auditor";
import { equalizedOddsComparisons, Random, type OutcomeCounts } from "@evenodds/core";
import { drawBinomial } from "./draw-binomial.js";

export const level = 0.05;

/** `n` rows in every (group, label) cell, predicted right with probability `rate`. */
export interface Setting {
  readonly groups: number;
  readonly classes: number;
  readonly n: number;
  readonly rate: number;
}

export interface Measured extends Setting {
  /** Models that were tested, and how many of them (all satisfying equalized odds) the permutation test rejects. */
  readonly tested: number;
  readonly rejected: number;
  /** Models with intervals, and how often all of them hold at once, with equal and with different true rates. */
  readonly trials: number;
  readonly coveredEqual: number;
  readonly coveredDifferent: number;
}

export function settings(): Setting[] {
  return [2, 3, 8].flatMap((groups) =>
    [2, 3, 5].flatMap((classes) =>
      [5, 20, 100, 1000, 10_000].flatMap((n) =>
        [0.01, 0.1, 0.5, 0.9, 0.99].map((rate) => ({ groups, classes, n, rate })),
      ),
    ),
  );
}

/** Models and draws of a setting whose first two results left it open whether it misses a bound. */
export const settling = { trials: 20_000, draws: 199 } as const;

/** Simulates one setting. A test of a large table costs more, so fewer of them are made unless `testAll` is set. */
export function measure(
  setting: Setting,
  options: {
    readonly trials: number;
    readonly seed: number;
    /** 99 by default. */
    readonly draws?: number;
    readonly testAll?: boolean;
  },
): Measured {
  const { trials, seed, draws = 99, testAll = false } = options;
  const { groups, classes, n, rate } = setting;
  const random = Random.of(seed, `coverage ${groups} ${classes} ${n} ${rate}`);
  const equal = new Array<number>(groups).fill(rate);
  const different = differentRates(setting);
  const share = testAll ? trials : Math.round((trials * 4) / ((groups - 1) * (classes - 1) * classes));
  const tested = Math.min(trials, Math.max(300, share));
  let [rejected, coveredEqual, coveredDifferent] = [0, 0, 0];
  for (let trial = 0; trial < trials; trial++) {
    const outcomes = drawModel(random, { setting, rates: equal });
    if (covers(outcomes, equal)) coveredEqual++;
    if (covers(drawModel(random, { setting, rates: different }), different)) coveredDifferent++;
    if (trial < tested && permutationTest(outcomes, { random, draws }).pValue! <= level) rejected++;
  }
  return { groups, classes, n, rate, tested, rejected, trials, coveredEqual, coveredDifferent };
}

/** Simulates a setting once more, with so many models that chance hardly decides. */
export function settle(setting: Setting, { seed }: { readonly seed: number }): Measured {
  return measure(setting, { ...settling, seed: seed + 2, testAll: true });
}

/** Rates of groups that differ: on the logit scale from −0.5 to 0.5 around the rate, so that all stay inside (0, 1). */
export function differentRates({ groups, rate }: Setting): number[] {
  const middle = Math.log(rate / (1 - rate));
  return Array.from({ length: groups }, (_, g) => 1 / (1 + Math.exp(-(middle + g / (groups - 1) - 0.5))));
}

/** Right with the group's rate; wrong predictions are spread evenly over the other classes. */
export function drawModel(
  random: Random,
  { setting, rates }: { readonly setting: Setting; readonly rates: readonly number[] },
): OutcomeCounts {
  const { groups, classes, n } = setting;
  const counts = new Float64Array(groups * classes * classes);
  for (let g = 0; g < groups; g++) {
    for (let y = 0; y < classes; y++) {
      const start = (g * classes + y) * classes;
      counts[start + y] = drawBinomial(random, { n, p: rates[g]! });
      let left = n - counts[start + y]!;
      const others = Array.from({ length: classes }, (_, c) => c).filter((c) => c !== y);
      others.forEach((c, i) => {
        const last = i === others.length - 1;
        counts[start + c] = last ? left : drawBinomial(random, { n: left, p: 1 / (others.length - i) });
        left -= counts[start + c]!;
      });
    }
  }
  const names = (prefix: string, length: number) => Array.from({ length }, (_, i) => `${prefix}${i}`);
  return { groups: names("g", groups), classes: names("c", classes), counts, excluded: {} };
}

/** Whether the interval of every pair of every comparison contains the true difference. */
function covers(outcomes: OutcomeCounts, rates: readonly number[]): boolean {
  const comparisons = equalizedOddsComparisons(outcomes);
  const pairs = (rates.length * (rates.length - 1)) / 2;
  const z = normalQuantile(1 - level / (2 * comparisons.length * pairs));
  return comparisons.every(({ label, prediction, fractions }) => {
    const truth = rates.map((rate) => (label === prediction ? rate : (1 - rate) / (outcomes.classes.length - 1)));
    return fractions.every((first, a) =>
      fractions.every((second, b) => {
        if (b <= a) return true;
        const { lower, upper } = newcombeInterval({ first, second }, z)!;
        const difference = truth[a]! - truth[b]!;
        return lower <= difference + 1e-12 && upper >= difference - 1e-12;
      }),
    );
  });
}
