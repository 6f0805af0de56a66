import { cellBets, type BetOptions } from "./cell-bets.js";
import type { MonitoredCell } from "./monitored-cells.js";

export interface EvidenceOptions extends BetOptions {
  /** A logarithm from which on nothing more is bet, so that it stays. Default: there is none. */
  readonly until?: number | undefined;
}

/**
 * Returns the logarithm of the e-value of a cell after every batch, `[B]`: how many times over a stake of 1 has
 * multiplied that was bet, before each batch was seen, on the gap being above the limit (or below it). It begins at 0
 * and is never looked at too often: if in every batch the gap is at most the limit (or at least), it ever reaches
 * `ln(1/alpha)` with a probability of at most alpha, by Ville's inequality.
 *
 * Each batch multiplies it by its e-value where something is bet, and by 1 elsewhere. The stake is divided evenly among
 * the ways to bet, see `cellBets`, and what they have become is added: the mean of e-values is an e-value too.
 *
 * Where no rate can be above the limit of a reference it is 0 on that side, and infinite on the other.
 *
 * Source: Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting"; Ville 1939.
 */
export function cellEvidence(cell: MonitoredCell, options: EvidenceOptions): Float64Array {
  const { since, batches } = cell;
  const { until = Infinity } = options;
  const { ways, logEValues, cannotBeAbove } = cellBets(cell, options);
  const total = new Float64Array(batches);
  if (cannotBeAbove) return total.fill(options.side === "above" ? 0 : Infinity);
  const own = new Float64Array(ways);
  const steps = new Float64Array(ways);
  for (let b = since + 1; b < batches; b++) {
    const changed = logEValues(b, steps);
    if (changed) for (let way = 0; way < ways; way++) if (!Number.isNaN(steps[way])) own[way]! += steps[way]!;
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
