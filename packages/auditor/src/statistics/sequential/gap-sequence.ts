import type { Interval } from "../wilson-interval.js";
import type { BetOptions, EvidenceSide } from "./cell-bets.js";
import { cellEvidence } from "./cell-evidence.js";
import { gapEvidence } from "./gap-evidence.js";
import type { MonitoredCells } from "./monitored-cells.js";

/** Limits that are tried for the ends of the sequence: 0, 0.01, … 0.99, or 0, 0.05, … 0.95 for very many cells. */
function gridSizeOf({ gaps }: MonitoredCells): number {
  return gaps.length > 5000 ? 20 : 100;
}

/** Thresholds and bounds with which each end is missed with a probability of at most half of alpha. */
export interface SequenceOptions {
  /** Logarithm of the e-value at which a limit is rejected. */
  readonly threshold: number;
  readonly largestCluster: number;
  readonly referenceAlpha: Readonly<Record<EvidenceSide, number>>;
}

/**
 * Returns bounds of the largest gap of all cells after every batch, on a grid of hundredths (of twentieths for more
 * than 5,000 cells). The lower end is the largest limit up to which every limit of the grid has been rejected by the
 * evidence of a gap above it; the upper end the smallest one from which on each has been rejected by every cell's
 * evidence of a gap below it. Rejected limits stay rejected. While the rates stay as they are, all intervals together
 * hold the gap with a probability of at least 1 − alpha: an end can only pass it by rejecting a limit of the grid next
 * to it that is true.
 *
 * Where rates drift, a lower end says that in some batch the gap was larger, an upper end that no cell's gap was as
 * large in all batches. A later cell can move the upper end up.
 *
 * Source: Waudby-Smith and Ramdas 2024, theorem 1 (sequences by inverting tests).
 */
export function gapSequence(cells: MonitoredCells, options: SequenceOptions): Interval[] {
  const lower = lowerEnds(cells, options);
  const upper = upperEnds(cells, options);
  return Array.from(lower, (end, b) => ({ lower: end, upper: upper[b]! }));
}

function lowerEnds(cells: MonitoredCells, options: SequenceOptions): Float64Array {
  const { batches } = cells;
  const gridSize = gridSizeOf(cells);
  const ends = new Float64Array(batches);
  let first = 0;
  for (let i = 0; i < gridSize && first < batches; i++) {
    const logs = gapEvidence(cells, { ...evidenceAt(i / gridSize, "above", options), until: options.threshold });
    const reached = logs.findIndex((log) => log >= options.threshold);
    // A limit only counts once all that are below it have been rejected.
    first = reached < 0 ? batches : Math.max(first, reached);
    ends.fill(i / gridSize, first);
  }
  return ends;
}

function upperEnds(all: MonitoredCells, options: SequenceOptions): Float64Array {
  const { gaps: cells, batches } = all;
  const gridSize = gridSizeOf(all);
  const ends = new Float64Array(batches).fill(1);
  const open = new Uint8Array(batches).fill(cells.length === 0 ? 0 : 1);
  // Before its first cell there is nothing to bound.
  open.fill(0, 0, cells[0]?.since ?? 0);
  let left = open.reduce((sum, one) => sum + one, 0);
  // The cell that took longest is likely to at the next limit too, and ends the search.
  let slowest = 0;
  for (let i = gridSize - 1; i > 0 && left > 0; i--) {
    const evidence = { ...evidenceAt(i / gridSize, "below", options), until: options.threshold };
    let [latest, next] = [-1, slowest];
    for (let k = 0; k < cells.length && left > 0; k++) {
      const at = (slowest + k) % cells.length;
      const cell = cells[at]!;
      const logs = cellEvidence(cell, evidence);
      const found = logs.findIndex((log, b) => b >= cell.since && log >= options.threshold);
      const reached = found < 0 ? batches : found;
      if (reached > latest) [latest, next] = [reached, at];
      for (let b = cell.since; b < reached; b++) {
        left -= open[b]!;
        open[b] = 0;
      }
    }
    slowest = next;
    for (let b = 0; b < batches; b++) if (open[b] === 1) ends[b] = i / gridSize;
  }
  return ends;
}

function evidenceAt(limit: number, side: EvidenceSide, options: SequenceOptions): BetOptions {
  const { largestCluster, referenceAlpha } = options;
  return { limit, side, largestCluster, referenceAlpha: referenceAlpha[side] };
}
