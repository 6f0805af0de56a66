import { defaultMinimumSupport, UsageError, type OutcomeCounts, type Random, maximum } from "@evenodds/core";
import { defaultDraws } from "./defaults.js";
import { exactDistribution } from "./exact-distribution.js";
import { tabulateLogFactorials } from "./log-factorial.js";
import { drawSteps, finishSteps, type Steps } from "./steps.js";
import { strataOf, stratumRows, type Stratum } from "./stratum.js";
import { stratumDealer } from "./stratum-dealer.js";
import { stratumGap, tieTolerance } from "./stratum-gap.js";

/**
 * Permutation test of "within each label, predictions do not depend on the group", on the equalized odds difference.
 */
export interface PermutationReport {
  /** Tables drawn at random; 0 where every table was listed, or the test was not run. */
  readonly draws: number;
  /** Null when the test was not run or the gap is undefined. */
  readonly pValue: number | null;
  /** Noise floor: the gap to expect from an equal model with the same counts. */
  readonly floor: number | null;
  /** True: every table was listed, and p-value and floor have no sampling error. */
  readonly exact: boolean;
  /** Number of tables that were listed; null where they were drawn or the test was not run. */
  readonly tables: number | null;
  readonly reason: string | null;
}

/**
 * Tests whether a gap is more than chance: within each label the predictions are dealt anew to the groups, all group
 * sizes and numbers of predictions kept, and the equalized odds difference T* is taken over the same cells as the
 * observed T. Where that gives at most 20,000 tables in all labels together, every one is listed: `pValue = P(T* ≥ T)`
 * and `floor = E(T*)` exactly. Otherwise `draws` of them are drawn (10,000 by default):
 * `pValue = (1 + #{T* ≥ T}) / (draws + 1)`, and `floor` is the mean of T*. The cost depends on the number of cells, not
 * of rows. One p-value covers all labels, predictions and groups of the attribute; for several attributes see
 * `holmAdjusted`.
 *
 * Edges: `draws` 0, no comparison, and counts that are sums of weights (`weighted`, or not whole) give nulls and a
 * reason. All predictions equal gives p = 1 and floor 0. Throws {@link UsageError} for a number of draws that is
 * negative or not whole.
 *
 * Rows are taken as exchangeable within a label, which nodes that share neighbours are not quite: see `clusterTest`.
 */
export function permutationTest(outcomes: OutcomeCounts, options: PermutationOptions): PermutationReport {
  return finishSteps(permutationSteps(outcomes, options));
}

interface PermutationOptions {
  readonly random: Random;
  readonly draws?: number | undefined;
  readonly minimumSupport?: number | undefined;
  /** Counts are sums of weights; whole ones look like rows, and would make every gap significant. */
  readonly weighted?: boolean | undefined;
  /** False always draws; true by default. */
  readonly exact?: boolean | undefined;
}

/** {@link permutationTest} in steps; `name` says what is tested. */
export function* permutationSteps(outcomes: OutcomeCounts, options: DealOptions): Steps<PermutationReport> {
  const { draws = defaultDraws, minimumSupport = defaultMinimumSupport, exact = true } = options;
  const reason = whyNotDealt(outcomes, options);
  if (reason !== null) return notRun(reason);
  const strata = strataOf(outcomes, minimumSupport);
  const test = gapTest(strata, { exact });
  if (test.drawn) yield* dealSteps([{ strata, random: options.random }], { ...options, draws, visit: test.visit });
  return test.report();
}

/** How tables are dealt, and what is done with them. */
export interface DealOptions extends PermutationOptions {
  readonly name?: string | undefined;
}

/** Why predictions cannot be dealt anew; null where they can. Throws {@link UsageError} for an impossible number. */
export function whyNotDealt(outcomes: OutcomeCounts, options: DealOptions): string | null {
  const { draws = defaultDraws, weighted = false } = options;
  checkDraws(draws);
  if (draws === 0) return "the test was switched off (0 draws)";
  if (weighted || !outcomes.counts.every((count) => Number.isInteger(count))) {
    return "rows are weighted, and the test needs whole counts";
  }
  return null;
}

/** The test of the gap, on tables that somebody deals. */
export interface GapTest {
  /** False where every table was listed, or there is nothing to test: deals add nothing. */
  readonly drawn: boolean;
  /** Takes the gap of the strata's tables as dealt. */
  readonly visit: () => void;
  readonly report: () => PermutationReport;
}

/** Returns the test of the gap of strata that hold the observed tables. */
export function gapTest(strata: readonly Stratum[], { exact }: { readonly exact: boolean }): GapTest {
  const settled = (report: PermutationReport) => ({ drawn: false, visit: () => undefined, report: () => report });
  if (strata.length === 0) return settled(notRun("no two groups have enough rows to be compared"));
  const gapNow = () => {
    let gap = 0;
    for (const stratum of strata) gap = stratumGap(stratum, gap);
    return gap;
  };
  const observed = gapNow();
  const listed = exact ? exactDistribution(strata) : null;
  if (listed !== null) {
    const { tables, mean } = listed;
    return settled({ draws: 0, pValue: listed.reach(observed), floor: mean, exact: true, tables, reason: null });
  }
  let [draws, reached, sum] = [0, 0, 0];
  return {
    drawn: true,
    visit: () => {
      const gap = gapNow();
      draws++;
      sum += gap;
      if (gap >= observed - tieTolerance) reached++;
    },
    report: () => ({
      ...{ draws, pValue: (1 + reached) / (draws + 1), floor: sum / draws, exact: false, tables: null, reason: null },
    }),
  };
}

/** Enough look-ups to repay a table of log factorials. */
const manyCells = 200_000;

/** Strata with the stream from which they are dealt. */
export interface DealtStrata {
  readonly strata: readonly Stratum[];
  readonly random: Random;
}

/** Deals the predictions of every stratum anew, `draws` times, and calls `visit` after each. */
export function* dealSteps(
  dealt: readonly DealtStrata[],
  deals: { readonly draws: number; readonly name?: string | undefined; readonly visit: () => void },
): Steps<void> {
  const { draws, name = "the groups", visit } = deals;
  const strata = dealt.flatMap(({ strata: some }) => some);
  const cells = strata.reduce((sum, { table }) => sum + table.length, 0);
  if (cells * draws >= manyCells) tabulateLogFactorials(maximum(strata.map(stratumRows)));
  const dealers = dealt.flatMap(({ strata: some, random }) =>
    some.map((stratum) => ({ deal: stratumDealer(stratum), random })),
  );
  yield* drawSteps(`permutation test of ${name}`, { draws, cells }, () => {
    for (const { deal, random } of dealers) deal(random);
    visit();
  });
}

/** Throws {@link UsageError} unless `draws` is a whole number, 0 or more. */
export function checkDraws(draws: number): void {
  if (Number.isSafeInteger(draws) && draws >= 0) return;
  throw new UsageError({
    argument: "draws",
    expected: "a whole number, 0 or more",
    found: `${draws}`,
    hint: `leave it out for ${defaultDraws}`,
  });
}

function notRun(reason: string): PermutationReport {
  return { draws: 0, pValue: null, floor: null, exact: false, tables: null, reason };
}
