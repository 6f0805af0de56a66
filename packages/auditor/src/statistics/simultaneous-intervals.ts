import {
  cellStatus,
  defaultMinimumSupport,
  gapOf,
  largestGap,
  UsageError,
  type Comparison,
  type GroupFraction,
  type WorstPair,
} from "@evenodds/core";
import { defaultAlpha } from "./defaults.js";
import { newcombeInterval } from "./newcombe-interval.js";
import { normalQuantile } from "./normal-quantile.js";

/** Interval of the difference `highest.rate − lowest.rate` of two groups. */
export interface PairInterval extends WorstPair {
  /** In [0, 1]: groups are named so that it is not negative. */
  readonly difference: number;
  /** In [−1, 1]. */
  readonly lower: number;
  readonly upper: number;
}

/** Simultaneous Newcombe intervals of all compared pairs of groups. */
export interface EvidenceReport {
  /** Number of intervals that hold together with probability about 1 − alpha. */
  readonly comparisons: number;
  /** Interval of the pair that lies furthest apart; its difference is the measured gap. */
  readonly worst: PairInterval | null;
  /** Interval of the pair that is surest to differ: the one with the largest lower bound. */
  readonly surest: PairInterval | null;
  /** The data exclude that every pair differs by less than this: the largest lower bound, at least 0. */
  readonly lower: number | null;
  /** The data exclude that some pair differs by more than this: the largest upper bound, at most 1. */
  readonly upper: number | null;
  readonly reason: string | null;
}

/**
 * Returns what is left of a gap when chance is allowed for: Newcombe's interval for every pair of groups of every
 * comparison, each at level `1 − alpha/m` with m = number of intervals (Bonferroni), so that all hold together with
 * probability about `1 − alpha` (5 % by default). Only groups with n ≥ minimum support take part, as in the gap itself.
 *
 * Edges: no pair, or counts that are not whole (weighted rows, for which binomial intervals are wrong), give nulls and
 * a reason. For weighted rows pass fractions of effective sizes (`effectiveCounts`) and say so with `effectiveSizes`;
 * the minimum support then asks for effective rows. Throws {@link UsageError} for alpha outside (0, 1). Rows are taken
 * as independent.
 */
export function simultaneousIntervals(
  comparisons: readonly Comparison[],
  options: {
    readonly alpha?: number | undefined;
    readonly minimumSupport?: number | undefined;
    readonly effectiveSizes?: boolean | undefined;
    /** Fractions are sums of weights, whole ones too, and no effective sizes. */
    readonly weighted?: boolean | undefined;
  } = {},
): EvidenceReport {
  const {
    alpha = defaultAlpha,
    minimumSupport = defaultMinimumSupport,
    effectiveSizes = false,
    weighted = false,
  } = options;
  checkAlpha(alpha);
  const { worst } = largestGap(comparisons, { minimumSupport });
  if (worst === null) return nothing("no two groups have enough rows to be compared");
  const compared = comparisons.map(({ label, prediction, fractions }) => ({
    label,
    prediction,
    fractions: fractions.filter(({ n }) => cellStatus(n, minimumSupport) === "ok"),
  }));
  const whole = compared.every(({ fractions }) =>
    fractions.every(({ k, n }) => Number.isInteger(k) && Number.isInteger(n)),
  );
  if (!effectiveSizes && (weighted || !whole)) {
    return nothing("rows are weighted, and the intervals need whole counts");
  }

  const count = compared.reduce((sum, { fractions }) => sum + (fractions.length * (fractions.length - 1)) / 2, 0);
  const z = normalQuantile(1 - alpha / (2 * count));
  const worstInterval = pairInterval(worst, { a: worst.highest, b: worst.lowest, z });
  let surest = worstInterval;
  let upper = 0;
  for (const { label, prediction, fractions } of compared) {
    for (let i = 0; i < fractions.length; i++) {
      for (let j = i + 1; j < fractions.length; j++) {
        const pair = pairInterval({ label, prediction }, { a: fractions[i]!, b: fractions[j]!, z });
        if (pair.lower > surest.lower) surest = pair;
        upper = Math.max(upper, pair.upper, -pair.lower);
      }
    }
  }
  return {
    comparisons: count,
    worst: worstInterval,
    surest,
    lower: Math.max(0, surest.lower),
    upper: Math.min(1, upper),
    reason: null,
  };
}

/** Throws {@link UsageError} unless 0 < alpha < 1. */
export function checkAlpha(alpha: number): void {
  if (alpha > 0 && alpha < 1) return;
  throw new UsageError({ argument: "alpha", expected: "a number between 0 and 1, such as 0.05", found: `${alpha}` });
}

function pairInterval(
  rate: Pick<WorstPair, "label" | "prediction">,
  { a, b, z }: { readonly a: GroupFraction; readonly b: GroupFraction; readonly z: number },
): PairInterval {
  const [high, low] = gapOf(a, b) >= 0 ? [a, b] : [b, a];
  // Groups without rows never come here, so the interval exists.
  const { lower, upper } = newcombeInterval({ first: high, second: low }, z)!;
  const named = ({ group, k, n }: GroupFraction) => ({ group, k, n, rate: k / n });
  return {
    label: rate.label,
    prediction: rate.prediction,
    highest: named(high),
    lowest: named(low),
    difference: gapOf(high, low),
    lower,
    upper,
  };
}

function nothing(reason: string): EvidenceReport {
  return { comparisons: 0, worst: null, surest: null, lower: null, upper: null, reason };
}
