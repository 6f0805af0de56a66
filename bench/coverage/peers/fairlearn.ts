import type { OutcomeCounts, Random } from "@evenodds/core";
import { drawMultinomial } from "../draw-multinomial.js";
import { groupRows, oneVsRest, spreadOf, type BinaryGroup } from "./one-vs-rest.js";
import { quantile } from "./quantile.js";

/**
 * Whether an interval of Fairlearn excludes 0: `MetricFrame(metrics={true_positive_rate, false_positive_rate}, n_boot,
 * ci_quantiles=[α/2, 1 − α/2]).difference_ci()`. All rows are drawn anew with replacement, whatever group they are
 * of; a group that a draw misses takes no part in it, and a rate over no rows is 0 (scikit-learn's normalized confusion
 * matrix). The interval of each difference is between quantiles of the largest minus the smallest rate.
 *
 * Source: Fairlearn 0.15.0, `fairlearn/metrics/_bootstrap.py`, `_disaggregated_result.py`, `_base_metrics.py`.
 */
export function fairlearn(
  outcomes: OutcomeCounts,
  { random, draws }: { readonly random: Random; readonly draws: number },
): boolean {
  const { groups, classes, counts } = outcomes;
  const { problems, level } = oneVsRest(outcomes);
  const n = counts.reduce((sum, count) => sum + count, 0);
  const drawn = new Float64Array(counts.length);
  const differences = Array.from({ length: 2 * problems.length }, () => new Float64Array(draws));
  for (let draw = 0; draw < draws; draw++) {
    drawMultinomial(random, { n, chances: counts, into: drawn });
    oneVsRest({ groups, classes, counts: drawn }).problems.forEach((problem, k) => {
      const present = problem.filter((group) => groupRows(group) > 0);
      differences[2 * k]![draw] = spreadOf(present.map(({ tp, fn }) => rateOrZero(tp, tp + fn)));
      differences[2 * k + 1]![draw] = spreadOf(present.map(({ fp, tn }: BinaryGroup) => rateOrZero(fp, fp + tn)));
    });
  }
  return differences.some((values) => quantile(values.sort(), (1 - level) / 2) > 0);
}

function rateOrZero(k: number, n: number): number {
  return n === 0 ? 0 : k / n;
}
