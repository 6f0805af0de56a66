import { byEvidence, dealtTestSteps, finishSteps, groupEvidence } from "@evenodds/auditor/internal";
import type { GroupEvidence } from "@evenodds/auditor";
import { equalizedOddsDifference, Random, type OutcomeCounts } from "@evenodds/core";
import { commonCoverage } from "./common-coverage.js";
import { level } from "./grid.js";
import { fairlearn } from "./peers/fairlearn.js";
import { fairpipe } from "./peers/fairpipe.js";
import { vfairness } from "./peers/vfairness.js";
import { drawPlanted, type PlantedHarm } from "./planted-harms.js";

/** How much is simulated; a million rows leave little to chance. */
export const effort = { draws: 199, trials: 400, largeTrials: 100, peerTrials: 200, bootstrapDraws: 199 } as const;

const largeTable = 100_000;

/** How often each method finds something in tables of one model. */
export interface FoundBy {
  readonly trials: number;
  /** Permutation test of the largest gap. */
  readonly gap: number;
  /** Test of any dependence. */
  readonly dependence: number;
  /** The group comes first by evidence, and alone. */
  readonly first: number;
  /** It is one of the two groups of the largest gap. */
  readonly named: number;
  /** Its adjusted p-value is at most 0.05. */
  readonly adjusted: number;
  /** The interval of level 0.95 of its common difference holds, of those that there are. */
  readonly own: number;
  readonly ownIntervals: number;
  /** Such intervals of all groups, and all groups' intervals together. */
  readonly each: number;
  readonly intervals: number;
  readonly joint: number;
  /** Tables on which peers were tried, whose interval excludes 0 or does not exist. */
  readonly peerTrials: number;
  readonly peers: Readonly<Record<PeerName, { readonly excludes: number; readonly none: number }>>;
}

export const peerNames = ["fairlearn", "vfairness", "fairpipe"] as const;
export type PeerName = (typeof peerNames)[number];

/** One harm at one number of rows: the harmful model, and the one that treats the group as all others. */
export interface PowerMeasured {
  readonly harm: string;
  readonly groups: number;
  readonly n: number;
  readonly harmed: FoundBy;
  readonly equal: FoundBy;
}

/** Simulates a harm at one number of rows. */
export function measurePower(
  harm: PlantedHarm,
  { n, seed }: { readonly n: number; readonly seed: number },
): PowerMeasured {
  return {
    ...{ harm: harm.name, groups: harm.model(n).sizes.length, n },
    harmed: simulate(harm, { n, seed, equal: false }),
    equal: simulate(harm, { n, seed, equal: true }),
  };
}

function simulate(
  { name, harmed, model }: PlantedHarm,
  { n, seed, equal }: { readonly n: number; readonly seed: number; readonly equal: boolean },
): FoundBy {
  const random = Random.of(seed, `power ${name} ${n} ${equal}`);
  const peerRandom = Random.of(seed, `peers ${name} ${n} ${equal}`);
  const planted = model(n, { equal });
  const trials = n >= largeTable ? effort.largeTrials : effort.trials;
  const peerTrials = Math.min(trials, effort.peerTrials);
  const found = { gap: 0, dependence: 0, first: 0, named: 0, adjusted: 0, joint: 0 };
  const intervals = { own: 0, ownIntervals: 0, each: 0, intervals: 0 };
  const peers = { fairlearn: nothing(), vfairness: nothing(), fairpipe: nothing() };
  for (let trial = 0; trial < trials; trial++) {
    const outcomes = drawPlanted(random, planted);
    const tests = finishSteps(dealtTestSteps(outcomes, { random, smallRandom: random, draws: effort.draws }));
    const rejects = (p: number | null | undefined) => p !== null && p !== undefined && p <= level;
    if (rejects(tests.permutation.pValue)) found.gap++;
    if (rejects(tests.dependence.pValue)) found.dependence++;
    if (firstByEvidence(groupEvidence(outcomes, { alpha: level, tests: tests.groups })) === harmed) found.first++;
    if (rejects(tests.groups?.[harmed]?.pValue)) found.adjusted++;
    if (namedByGap(outcomes).includes(outcomes.groups[harmed]!)) found.named++;
    const { joint, each } = commonCoverage(outcomes, planted.chances);
    if (joint) found.joint++;
    const known = each.filter((one) => one !== null);
    intervals.each += known.filter(Boolean).length;
    intervals.intervals += known.length;
    if (each[harmed] !== null) intervals.ownIntervals++;
    if (each[harmed] === true) intervals.own++;
    if (trial >= peerTrials) continue;
    const options = { random: peerRandom, draws: effort.bootstrapDraws };
    count(peers.fairlearn, fairlearn(outcomes, options));
    count(peers.vfairness, vfairness(outcomes, options));
    count(peers.fairpipe, fairpipe(outcomes));
  }
  return { trials, ...found, ...intervals, peerTrials, peers };
}

interface PeerCount {
  excludes: number;
  none: number;
}

function nothing(): PeerCount {
  return { excludes: 0, none: 0 };
}

function count(counted: PeerCount, excludes: boolean | null): void {
  if (excludes === null) counted.none++;
  else if (excludes) counted.excludes++;
}

/** The group that a report names first; null for two groups, of which each is all others of the other one. */
function firstByEvidence(groups: readonly GroupEvidence[]): number | null {
  const [first] = byEvidence(groups);
  return first === undefined || groups.length === 2 ? null : groups.indexOf(first);
}

function namedByGap(outcomes: OutcomeCounts): string[] {
  const { worst } = equalizedOddsDifference(outcomes);
  return worst === null ? [] : [worst.highest.group, worst.lowest.group];
}
