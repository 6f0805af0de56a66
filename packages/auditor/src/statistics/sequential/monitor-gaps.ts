import { defaultMinimumSupport, UsageError, type OutcomeCounts } from "@evenodds/core";
import { defaultAlpha } from "../defaults.js";
import type { Interval } from "../wilson-interval.js";
import type { Verdict } from "../../verdict/verdict.js";
import type { EvidenceSide } from "./cell-bets.js";
import { cellEvidence } from "./cell-evidence.js";
import { cellGaps, type CellGap } from "./cell-gaps.js";
import { eValueOf } from "./e-value-of.js";
import { gapEvidence } from "./gap-evidence.js";
import { gapSequence } from "./gap-sequence.js";
import { monitoredCells, type MonitoredCell, type MonitoredPredictions } from "./monitored-cells.js";
import { RateTable } from "./rate-table.js";

/** How batches are monitored; all of it is decided before the first one is seen. */
export interface MonitorOptions {
  /** Largest gap still allowed, in [0, 1); with a reference, largest change of a rate. */
  readonly limit: number;
  /** Error probability of each verdict, and of the sequence. Default: 0.05. */
  readonly alpha?: number | undefined;
  /** Which predictions of each label are compared. Default: `all`. */
  readonly predictions?: MonitoredPredictions | undefined;
  /** Most rows of one batch that belong together, such as those of one person. Default: 1, all rows are independent. */
  readonly largestCluster?: number | undefined;
  /** Counts of a period with which rates are compared, each group with itself. Default: groups with each other. */
  readonly reference?: OutcomeCounts | null | undefined;
  /** Fewest rows of both sides of a measured gap. It changes no verdict. Default: 5. */
  readonly minimumSupport?: number | undefined;
}

/** What is known after a batch. */
export interface MonitorLook {
  /** Rows of all batches so far. */
  readonly rows: number;
  readonly verdict: Verdict;
  /** Largest measured gap of a cell over all rows so far; null where no cell has rows enough. */
  readonly gap: number | null;
  /** Bounds of the largest gap that hold after every batch at once, see `gapSequence`. */
  readonly interval: Interval;
  /** E-value against "no gap is above the limit", at most 1e260. */
  readonly eValue: number;
  /** How many cells are watched, and for how many of them it is decided that their gap is not above the limit. */
  readonly cells: number;
  readonly cellsWithin: number;
}

/** A cell as it is after the last batch. */
export interface CellState extends CellGap {
  /** E-values that its gap is above the limit, and the largest so far that it is below. */
  readonly eValue: number;
  readonly eValueWithin: number;
}

/** What a monitor says. */
export interface Monitoring {
  readonly limit: number;
  readonly alpha: number;
  /** E-value from which on a verdict is given: 1/alpha, or 2/alpha with a reference. */
  readonly threshold: number;
  /** One for each batch. */
  readonly looks: readonly MonitorLook[];
  /** The cell with the largest measured gap; null where no cell has rows enough. */
  readonly worst: CellState | null;
  /** The cell with the most evidence that its gap is above the limit; null where no cell has any. */
  readonly strongest: CellState | null;
  /** Cells of which a side has no rows so far: they cannot be decided. */
  readonly emptyCells: number;
}

/**
 * Returns what is known of the gaps between groups after each of some batches of counts, such as those of every week.
 * It may be looked at after every batch, and stopped at any: the probabilities hold for all looks together.
 *
 * - `violated` from the first batch on at which the e-value against "no gap is above the limit" (see `gapEvidence`)
 *   reaches 1/alpha. If no cell's gap is ever above the limit, this happens with a probability of at most alpha.
 * - `pass` while every cell has at some batch reached 1/alpha with its e-value that the gap is below, and the measured
 *   gap is not above the limit. If the gap of a cell is at the limit or above in all batches, it is decided wrongly
 *   with a probability of at most alpha, however many cells there are.
 * - else `inconclusive`. Cells without rows are never decided, and at limit 0 no cell is.
 *
 * What is decided stays decided: `violated` for good, and each cell that is below. But a monitor that passes goes on
 * looking for a violation, does not pass beside a measured gap above the limit, and has new groups and classes to
 * decide. The cells are those of `monitoredCells`. With a reference one half of each error probability is used for the
 * bounds of the reference's rates.
 *
 * What is returned for a batch depends only on the batches up to it. Rows of a batch are independent given the batches
 * before, or clusters of them are, see `largestCluster`.
 *
 * Throws {@link UsageError} for options out of range and for counts that are not whole.
 */
export function monitorGaps(batches: readonly OutcomeCounts[], options: MonitorOptions): Monitoring {
  const { limit, alpha = defaultAlpha, minimumSupport = defaultMinimumSupport, largestCluster = 1 } = options;
  checkOptions({ limit, alpha, largestCluster });
  const { reference = null } = options;
  const all = monitoredCells(new RateTable(batches), options);
  const cells = all.gaps;
  const shares = reference === null ? 1 : 2;
  const threshold = shares / alpha;
  // A missed bound of any cell can make it a violation, and only that of one cell a wrong pass.
  const referenceAlpha = (error: number): Record<EvidenceSide, number> => ({
    above: error / 2 / Math.max(1, referenceCells(reference)),
    below: error / 2,
  });
  const bounds = referenceAlpha(alpha);
  const logs = gapEvidence(all, { limit, largestCluster, referenceAlpha: bounds.above });
  const evidence = (side: EvidenceSide) => ({ limit, side, largestCluster, referenceAlpha: bounds[side] });
  const below = cells.map((cell) => runningMost(cellEvidence(cell, evidence("below"))));
  const within = countReached(cells, below, { threshold, batches: batches.length });
  const gaps = cellGaps(cells, batches.length, { minimumSupport });
  const sequence = gapSequence(all, {
    threshold: Math.log((2 * shares) / alpha),
    largestCluster,
    referenceAlpha: referenceAlpha(alpha / 2),
  });
  const present = countPresent(cells, batches.length);
  let rows = 0;
  let violated = false;
  const looks = batches.map((batch, b): MonitorLook => {
    rows += batch.counts.reduce((sum, count) => sum + count, 0);
    const eValue = eValueOf(logs[b]!);
    violated ||= eValue >= threshold;
    const [watched, decided] = [present[b]!, within[b]!];
    const gap = Number.isNaN(gaps.largest[b]!) ? null : gaps.largest[b]!;
    const passes = watched > 0 && decided === watched && (gap === null || gap <= limit);
    return {
      rows,
      verdict: violated ? "violated" : passes ? "pass" : "inconclusive",
      gap,
      interval: sequence[b]!,
      eValue,
      cells: watched,
      cellsWithin: decided,
    };
  });
  const above = (at: number) => cellEvidence(cells[at]!, evidence("above")).at(-1) ?? 0;
  const stateOf = (at: number): CellState => ({
    ...gaps.last(at),
    eValue: eValueOf(above(at)),
    eValueWithin: eValueOf(below[at]!.at(-1) ?? 0),
  });
  return {
    limit,
    alpha,
    threshold,
    looks,
    worst: gaps.worst < 0 ? null : stateOf(gaps.worst),
    strongest: strongestOf(cells.length, above, stateOf),
    emptyCells: gaps.empty,
  };
}

function strongestOf(
  cells: number,
  above: (at: number) => number,
  stateOf: (at: number) => CellState,
): CellState | null {
  let [most, found] = [0, -1];
  for (let at = 0; at < cells; at++) {
    const log = above(at);
    // Mirror images differ by rounding only, and the first one counts.
    if (log > most + 1e-9) [most, found] = [log, at];
  }
  return found < 0 ? null : stateOf(found);
}

function runningMost(logs: Float64Array): Float64Array {
  for (let b = 1; b < logs.length; b++) logs[b] = Math.max(logs[b]!, logs[b - 1]!);
  return logs;
}

function countPresent(cells: readonly MonitoredCell[], batches: number): Float64Array {
  const present = new Float64Array(batches);
  for (const { since } of cells) for (let b = since; b < batches; b++) present[b]!++;
  return present;
}

/** How many cells have reached the threshold by each batch. */
function countReached(
  cells: readonly MonitoredCell[],
  evidence: readonly Float64Array[],
  { threshold, batches }: { readonly threshold: number; readonly batches: number },
): Float64Array {
  const count = new Float64Array(batches);
  const least = Math.log(threshold);
  evidence.forEach((logs, i) => {
    for (let b = cells[i]!.since; b < batches; b++) if (logs[b]! >= least) count[b]!++;
  });
  return count;
}

/** Rates of a reference, each of which has two bounds. */
function referenceCells(reference: OutcomeCounts | null): number {
  return reference === null ? 0 : 2 * reference.groups.length * reference.classes.length ** 2;
}

function checkOptions(options: {
  readonly limit: number;
  readonly alpha: number;
  readonly largestCluster: number;
}): void {
  const { limit, alpha, largestCluster } = options;
  if (!(limit >= 0 && limit < 1)) {
    throw new UsageError({ argument: "‘limit’", expected: "a gap of 0 or more and less than 1", found: `${limit}` });
  }
  if (!(alpha > 0 && alpha < 1)) {
    throw new UsageError({ argument: "‘alpha’", expected: "a probability between 0 and 1", found: `${alpha}` });
  }
  if (!(Number.isInteger(largestCluster) && largestCluster >= 1)) {
    const [argument, expected] = ["‘largestCluster’", "a whole number of rows, 1 or more"];
    throw new UsageError({ argument, expected, found: `${largestCluster}` });
  }
}
