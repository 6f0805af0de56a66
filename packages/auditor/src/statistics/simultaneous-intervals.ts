import {
  comparisonTable,
  defaultMinimumSupport,
  gapOf,
  largestGap,
  pairAt,
  UsageError,
  type Comparisons,
  type WorstPair,
} from "@evenodds/core";
import { defaultAlpha } from "./defaults.js";
import { newcombeInterval } from "./newcombe-interval.js";
import { normalQuantile } from "./normal-quantile.js";
import { pairSearch } from "./pair-search.js";

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
  comparisons: Comparisons,
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
  const table = comparisonTable(comparisons);
  const { worst } = largestGap(table, { minimumSupport });
  if (worst === null) return nothing("no two groups have enough rows to be compared");
  const search = pairSearch(table, { minimumSupport });
  if (!effectiveSizes && (weighted || !search.whole)) {
    return nothing("rows are weighted, and the intervals need whole counts");
  }

  const z = normalQuantile(1 - alpha / (2 * search.pairs));
  const worstInterval = pairInterval(worst, z);
  const { lower, upper, surest } = search.bounds({ z }, { lower: worstInterval.lower });
  return {
    comparisons: search.pairs,
    worst: worstInterval,
    surest: surest === null ? worstInterval : pairInterval(pairAt(table, surest.comparison, surest.a, surest.b), z),
    lower: Math.max(0, lower),
    upper: Math.min(1, upper),
    reason: null,
  };
}

/** Throws {@link UsageError} unless 0 < alpha < 1. */
export function checkAlpha(alpha: number): void {
  if (alpha > 0 && alpha < 1) return;
  throw new UsageError({ argument: "alpha", expected: "a number between 0 and 1, such as 0.05", found: `${alpha}` });
}

/** Returns the interval of two groups, the one with the higher rate first. */
function pairInterval({ label, prediction, highest: a, lowest: b }: WorstPair, z: number): PairInterval {
  const [highest, lowest] = gapOf(a, b) >= 0 ? [a, b] : [b, a];
  // Groups without rows never come here, so the interval exists.
  const { lower, upper } = newcombeInterval({ first: highest, second: lowest }, z)!;
  return { label, prediction, highest, lowest, difference: gapOf(highest, lowest), lower, upper };
}

function nothing(reason: string): EvidenceReport {
  return { comparisons: 0, worst: null, surest: null, lower: null, upper: null, reason };
}
