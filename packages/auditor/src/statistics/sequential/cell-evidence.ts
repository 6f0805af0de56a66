import { memories } from "./bets.js";
import { logRatio, twoSampleLogEValue } from "./log-e-value.js";
import type { MonitoredCell, ReferenceArm } from "./monitored-cells.js";
import type { RunningArm } from "./rate-table.js";
import { referenceBounds } from "./reference-bounds.js";

/** What evidence is gathered for: that the gap of a cell is above the limit, or that it is below. */
export type EvidenceSide = "above" | "below";

export interface EvidenceOptions {
  /** In [0, 1). */
  readonly limit: number;
  readonly side: EvidenceSide;
  /** Most rows of one batch that belong together, such as those of one person. */
  readonly largestCluster: number;
  /** With which probability the bound of a reference may be missed. */
  readonly referenceAlpha: number;
  /** A logarithm from which on nothing more is bet, so that it stays. Default: there is none. */
  readonly until?: number | undefined;
}

/**
 * Returns the logarithm of the e-value of a cell after every batch, `[B]`: how many times over a stake of 1 has
 * multiplied that was bet, before each batch was seen, on the gap being above the limit (or below it). It begins at 0
 * and is never looked at too often: if in every batch the gap is at most the limit (or at least), it ever reaches
 * `ln(1/alpha)` with a probability of at most alpha, by Ville's inequality.
 *
 * Each batch multiplies it by its e-value, see `twoSampleLogEValue`, where the bets lie on this side of the limit, and
 * by 1 elsewhere. One half of the stake is bet with each memory (`memories`), and the halves are added: their mean is
 * an e-value too.
 *
 * Against a reference, the rate now is compared with a bound of the reference's rate moved by the limit, with
 * `logRatio`; then the probability of missing the bound is added to alpha. Where no rate reaches so far the gap cannot
 * be above: 0 on that side, and infinite on the other.
 *
 * With clusters of up to m rows, the e-value of a batch is its m-th root. Its mean is at most 1 however the rows of a
 * cluster depend on each other, by Hölder's inequality within clusters, as long as clusters are independent.
 *
 * Source: Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting"; Ville 1939.
 */
export function cellEvidence(cell: MonitoredCell, options: EvidenceOptions): Float64Array {
  const { lower, higher } = cell;
  if (lower.kind === "reference") return againstReference(cell, { ...options, fixed: lower, running: higher });
  if (higher.kind === "reference") return againstReference(cell, { ...options, fixed: higher, running: lower });
  const { limit, side } = options;
  const batches = lower.n.length;
  return compound(cell, options, (b, m) => {
    const [q0, q1] = [lower.bets[m * batches + b]!, higher.bets[m * batches + b]!];
    // NaN, for no bet, is on no side.
    if (!(side === "above" ? q1 - q0 > limit : q1 - q0 < limit)) return 0;
    const [n0, n1] = [lower.n[b]!, higher.n[b]!];
    return twoSampleLogEValue({ s0: lower.s[b]!, n0, q0, s1: higher.s[b]!, n1, q1 }, limit);
  });
}

function againstReference(
  cell: MonitoredCell,
  options: EvidenceOptions & { readonly fixed: ReferenceArm; readonly running: MonitoredCell["lower"] },
): Float64Array {
  const { fixed, limit, side, referenceAlpha } = options;
  const running = options.running as RunningArm;
  const rises = fixed === cell.lower;
  const bounds = referenceBounds(fixed, referenceAlpha);
  const farBound = (side === "above") === rises ? bounds.upper : bounds.lower;
  const t = rises ? farBound + limit : farBound - limit;
  const batches = running.n.length;
  if (t <= 0 || t >= 1) return new Float64Array(batches).fill(side === "above" ? 0 : Infinity);
  const wantsMore = (side === "above") === rises;
  return compound(cell, options, (b, m) => {
    const [q, n] = [running.bets[m * batches + b]!, running.n[b]!];
    return n > 0 && (wantsMore ? q > t : q < t) ? logRatio(running.s[b]!, { n, q, t }) : 0;
  });
}

/** Adds up logarithms of e-values of batches, for each memory, and takes the mean over memories. */
function compound(
  { lower, higher, since }: MonitoredCell,
  { largestCluster, until = Infinity }: EvidenceOptions,
  logEValue: (batch: number, memory: number) => number,
): Float64Array {
  const batches = (lower.kind === "now" ? lower : (higher as RunningArm)).n.length;
  const total = new Float64Array(batches);
  const own = new Float64Array(memories.length);
  for (let b = since + 1; b < batches; b++) {
    let changed = false;
    for (let m = 0; m < own.length; m++) {
      const step = logEValue(b, m) / largestCluster;
      if (step === 0) continue;
      own[m]! += step;
      changed = true;
    }
    total[b] = changed ? logMean(own) : total[b - 1]!;
    if (total[b]! >= until) return total.fill(total[b]!, b);
  }
  return total;
}

/** `ln(mean(exp(logs)))`, without exponents that overflow. */
function logMean(logs: Float64Array): number {
  let largest = -Infinity;
  for (let m = 0; m < logs.length; m++) if (logs[m]! > largest) largest = logs[m]!;
  let sum = 0;
  for (let m = 0; m < logs.length; m++) sum += logs[m] === largest ? 1 : Math.exp(logs[m]! - largest);
  return largest + Math.log(sum / logs.length);
}
