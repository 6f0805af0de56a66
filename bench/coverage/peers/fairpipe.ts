import { normalQuantile } from "@evenodds/auditor";
import type { OutcomeCounts } from "@evenodds/core";
import { groupRows, oneVsRest, type BinaryGroup } from "./one-vs-rest.js";

/** Groups with fewer rows are left out (`min_group_size`). */
const smallestGroup = 30;

/**
 * Whether the interval of fairpipe's equalized odds difference excludes 0 in any class; null where it gives none in
 * every class. `ci_method="simultaneous"`, its default: Agresti and Caffo's interval of every pair of groups, for both
 * rates, at Bonferroni's level over all of them; the lower bound of the gap is the largest distance of one from 0, or
 * the observed gap where that is smaller. No interval where a group with enough rows has no positives or no negatives,
 * or fewer than two groups have enough.
 *
 * Source: fairpipe 0.12.0, `fairness_pipeline_dev_toolkit/stats/gap_intervals.py` and `metrics/core.py`.
 */
export function fairpipe(outcomes: OutcomeCounts): boolean | null {
  const { problems, level } = oneVsRest(outcomes);
  const found = problems.map((problem) => excludesZero(problem, level));
  if (found.every((one) => one === null)) return null;
  return found.includes(true);
}

function excludesZero(problem: readonly BinaryGroup[], level: number): boolean | null {
  const groups = problem.filter((group) => groupRows(group) >= smallestGroup);
  if (groups.length < 2 || groups.some(({ tp, fn, fp, tn }) => tp + fn === 0 || fp + tn === 0)) return null;
  const pairs = (groups.length * (groups.length - 1)) / 2;
  const z = normalQuantile(1 - (1 - level) / (4 * pairs));
  const positives = groups.map(({ tp, fn }) => ({ k: tp, n: tp + fn }));
  const negatives = groups.map(({ fp, tn }) => ({ k: fp, n: fp + tn }));
  const gap = Math.max(...[positives, negatives].map((rates) => observedGap(rates)));
  return gap > 0 && [positives, negatives].some((rates) => somePairExcludesZero(rates, z));
}

interface Shrunken {
  readonly k: number;
  readonly n: number;
}

function observedGap(rates: readonly Shrunken[]): number {
  const values = rates.map(({ k, n }) => k / n);
  return Math.max(...values) - Math.min(...values);
}

function somePairExcludesZero(rates: readonly Shrunken[], z: number): boolean {
  const shrunken = rates.map(({ k, n }) => {
    const rate = (k + 1) / (n + 2);
    return { rate, variance: (rate * (1 - rate)) / (n + 2) };
  });
  return shrunken.some((first, i) =>
    shrunken.slice(i + 1).some((second) => {
      return Math.abs(first.rate - second.rate) > z * Math.sqrt(first.variance + second.variance);
    }),
  );
}
