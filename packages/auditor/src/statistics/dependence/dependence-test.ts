import { defaultMinimumSupport, type OutcomeCounts, type Random } from "@evenodds/core";
import { defaultAlpha, defaultDraws } from "../defaults.js";
import {
  dealSteps,
  gapTest,
  permutationSteps,
  whyNotDealt,
  type DealOptions,
  type PermutationReport,
} from "../permutation-test.js";
import { checkAlpha } from "../simultaneous-intervals.js";
import { finishSteps, type Steps } from "../steps.js";
import { strataOf, strataOfAll, type Stratum } from "../stratum.js";
import { dependenceTally, untestedDependence, type DependenceReport } from "./dependence-tally.js";
import { groupEvidence, type GroupEvidence, type GroupTest } from "./group-evidence.js";

/**
 * Tests whether predictions depend on the group at all, given the true label, and says of every group how it is treated
 * beside all others together. Within each label the predictions are dealt anew to all rows, `draws` times (10,000 by
 * default), as in `permutationTest`; see `dependenceTally` for the statistics. Small and rare cells take part: the
 * p-values hold for any counts.
 *
 * Edges: `draws` 0, weighted counts, and counts where no label has rows in two groups give nulls and a reason, and
 * groups without p-values. All predictions equal gives p = 1. Throws `UsageError` for a number of draws that is
 * negative or not whole, and for alpha outside (0, 1).
 */
export function dependenceTest(
  outcomes: OutcomeCounts,
  options: {
    readonly random: Random;
    readonly draws?: number | undefined;
    /** Counts are sums of weights. */
    readonly weighted?: boolean | undefined;
    /** Error probability of the intervals of all groups together; 0.05 by default. */
    readonly alpha?: number | undefined;
  },
): { readonly dependence: DependenceReport; readonly groups: readonly GroupEvidence[] } {
  const { random, draws = defaultDraws, alpha = defaultAlpha } = options;
  checkAlpha(alpha);
  const reason = whyNotDealt(outcomes, options);
  const strata = reason === null ? strataOfAll(outcomes) : [];
  if (strata.length === 0) {
    return { dependence: untestedDependence(reason ?? withoutStrata), groups: groupEvidence(outcomes, { alpha }) };
  }
  const test = dependenceTally(strata, { groups: outcomes.groups.length, draws });
  finishSteps(dealSteps([{ strata, random }], { draws, visit: test.visit }));
  const { dependence, groups } = test.report();
  return { dependence, groups: groupEvidence(outcomes, { alpha, tests: groups }) };
}

/** Every test of an attribute that deals predictions anew. */
export interface DealtTests {
  readonly permutation: PermutationReport;
  readonly dependence: DependenceReport;
  /** `[G]`; null where the test was not run. */
  readonly groups: readonly GroupTest[] | null;
}

/** How tables are dealt for both tests. */
export interface DealtTestOptions extends DealOptions {
  /** Deals labels in which a group is too small for the gap, which leaves it out. */
  readonly smallRandom: Random;
}

/**
 * Runs the permutation test of the gap and the test of any dependence on the same deals. Labels in which a group is too
 * small for the gap are dealt twice, with all groups for the test of dependence. Where the tables of the gap could be
 * listed, deals serve the other test alone.
 */
export function* dealtTestSteps(outcomes: OutcomeCounts, options: DealtTestOptions): Steps<DealtTests> {
  const { draws = defaultDraws, minimumSupport = defaultMinimumSupport, exact = true, random, smallRandom } = options;
  const reason = whyNotDealt(outcomes, options);
  const all = reason === null ? strataOfAll(outcomes) : [];
  if (all.length === 0) {
    return {
      permutation: yield* permutationSteps(outcomes, options),
      dependence: untestedDependence(reason ?? withoutStrata),
      groups: null,
    };
  }
  const compared = strataOf(outcomes, minimumSupport);
  const gap = gapTest(compared, { exact });
  const strata = all.map((own) => compared.find((other) => sameGroups(own, other)) ?? own);
  const test = dependenceTally(strata, { groups: outcomes.groups.length, draws });
  const visit = () => {
    gap.visit();
    test.visit();
  };
  const shared = gap.drawn ? compared : compared.filter((stratum) => strata.includes(stratum));
  const own = strata.filter((stratum) => !compared.includes(stratum));
  const dealt = [
    { strata: shared, random },
    { strata: own, random: smallRandom },
  ];
  yield* dealSteps(dealt, { ...options, draws, visit });
  return { permutation: gap.report(), ...test.report() };
}

const withoutStrata = "no true label has rows in two groups";

function sameGroups(a: Stratum, b: Stratum): boolean {
  return a.label === b.label && a.groups.length === b.groups.length;
}
