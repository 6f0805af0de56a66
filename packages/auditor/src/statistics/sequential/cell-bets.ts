import { memories } from "./bets.js";
import { logRatio, twoSampleLogEValue } from "./log-e-value.js";
import type { MonitoredCell, ReferenceArm } from "./monitored-cells.js";
import type { RunningArm } from "./rate-table.js";
import { referenceBounds } from "./reference-bounds.js";
import { standingGap, standingRate } from "./standing-bet.js";

/** What evidence is gathered for: that the gap of a cell is above the limit, or that it is below. */
export type EvidenceSide = "above" | "below";

export interface BetOptions {
  /** In [0, 1). */
  readonly limit: number;
  readonly side: EvidenceSide;
  /** Most rows of one batch that belong together, such as those of one person. */
  readonly largestCluster: number;
  /** With which probability the bound of a reference may be missed. */
  readonly referenceAlpha: number;
}

/** The ways to bet on a cell. */
export interface CellBets {
  /** How many there are. */
  readonly ways: number;
  /**
   * Returns whether any way bets on a batch, and then writes the logarithms of its e-values, `[ways]`, NaN where
   * nothing is bet. They depend on earlier batches, and on how many rows of each group this one has.
   */
  readonly logEValues: (batch: number, into: Float64Array) => boolean;
  /** With a reference: whether no rate at all can be above the limit. */
  readonly cannotBeAbove: boolean;
}

/** The memory of each way to bet on a gap above the limit; those below it are the first of them. */
export const memoriesOfWays: readonly number[] = [...memories, ...memories];

/** How many ways there are to bet on each side. */
function waysOf(side: EvidenceSide): number {
  return side === "above" ? memoriesOfWays.length : memories.length;
}

/**
 * Returns the ways to bet on the gap of a cell being above the limit (or below it): on the measured rates, with each
 * memory, where they lie on that side; and for a gap above it also on a standing excess, see `standingRate`, with each
 * memory. Each batch's e-value is that of `twoSampleLogEValue`.
 *
 * Against a reference, the rate now is compared with a bound of the reference's rate moved by the limit, with
 * `logRatio`; then the probability of missing the bound is added to that of every error. Where no rate reaches so far
 * nothing is bet.
 *
 * With clusters of up to m rows, the e-value of a batch is its m-th root. Its mean is at most 1 however the rows of a
 * cluster depend on each other, by Hölder's inequality within clusters, as long as clusters are independent.
 */
export function cellBets(cell: MonitoredCell, options: BetOptions): CellBets {
  const { lower, higher } = cell;
  if (lower.kind === "reference") return againstReference(cell, { ...options, fixed: lower, running: higher });
  if (higher.kind === "reference") return againstReference(cell, { ...options, fixed: higher, running: lower });
  return betweenGroups(lower, higher, options);
}

function betweenGroups(lower: RunningArm, higher: RunningArm, options: BetOptions): CellBets {
  const { limit, side, largestCluster } = options;
  const batches = lower.n.length;
  const ways = waysOf(side);
  const isAbove = side === "above";
  const gap = standingGap(limit);
  const logEValues = (b: number, into: Float64Array): boolean => {
    const n0 = lower.n[b]!;
    const n1 = higher.n[b]!;
    if (n0 === 0 || n1 === 0) return false;
    let any = false;
    for (let m = 0; m < memories.length; m++) {
      const at = m * batches + b;
      const q0 = lower.rates[at]!;
      const q1 = higher.rates[at]!;
      into[m] = NaN;
      if (isAbove) into[memories.length + m] = NaN;
      // NaN, for no bet, is on no side.
      if (!(isAbove ? q1 - q0 > limit : q1 - q0 < limit)) continue;
      any = true;
      const s0 = lower.s[b]!;
      const s1 = higher.s[b]!;
      into[m] = twoSampleLogEValue({ s0, n0, q0, s1, n1, q1 }, limit) / largestCluster;
      if (!isAbove) continue;
      const standing = standingRate({ q0, weight0: lower.weights[at]!, q1, weight1: higher.weights[at]! }, limit);
      if (Number.isNaN(standing)) continue;
      const bets = { s0, n0, q0: standing, s1, n1, q1: standing + gap };
      into[memories.length + m] = twoSampleLogEValue(bets, limit) / largestCluster;
    }
    return any;
  };
  return { ways, logEValues, cannotBeAbove: false };
}

function againstReference(
  cell: MonitoredCell,
  options: BetOptions & { readonly fixed: ReferenceArm; readonly running: MonitoredCell["lower"] },
): CellBets {
  const { fixed, limit, side, referenceAlpha, largestCluster } = options;
  const running = options.running as RunningArm;
  const rises = fixed === cell.lower;
  const bounds = referenceBounds(fixed, referenceAlpha);
  const wantsMore = (side === "above") === rises;
  const farBound = wantsMore ? bounds.upper : bounds.lower;
  const t = rises ? farBound + limit : farBound - limit;
  if (t <= 0 || t >= 1) return { ways: waysOf(side), logEValues: () => false, cannotBeAbove: true };
  // The rate of a standing bet: beyond t as a gap would be beyond its limit.
  const standing = wantsMore ? standingGap(t) : 1 - standingGap(1 - t);
  const batches = running.n.length;
  const ways = waysOf(side);
  const logEValues = (b: number, into: Float64Array): boolean => {
    const n = running.n[b]!;
    if (n === 0) return false;
    let any = false;
    for (let way = 0; way < ways; way++) {
      const measured = running.rates[(way % memories.length) * batches + b]!;
      const isStanding = way >= memories.length;
      const least = isStanding ? (t + standing) / 2 : t;
      const isBet = wantsMore ? measured > least : measured < least;
      const q = isStanding ? standing : measured;
      into[way] = isBet ? logRatio(running.s[b]!, { n, q, t }) / largestCluster : NaN;
      any ||= isBet;
    }
    return any;
  };
  return { ways, logEValues, cannotBeAbove: false };
}
