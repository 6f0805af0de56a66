import { cellEvidence, type EvidenceOptions } from "./cell-evidence.js";
import { meanEvidence } from "./mean-evidence.js";
import type { MonitoredCell, MonitoredCells } from "./monitored-cells.js";

/**
 * Returns the e-value against "the gap of no cell is above the limit" after every batch, `[B]`: the mean over pairs of
 * groups and over groups against the rest, and within each, over right predictions and over wrong ones, of the means
 * over cells (`meanEvidence`). A gap is mostly largest in right predictions, of which there are fewer; the halves keep
 * the many other cells from watering it down. Means of e-values are e-values. The halves are fixed in advance: one
 * without cells counts as 1.
 */
export function gapEvidence(
  { gaps, againstRest, batches }: MonitoredCells,
  options: Omit<EvidenceOptions, "side"> & { readonly correctOnly: boolean },
): Float64Array {
  const ofPairs = overPredictions(gaps, { ...options, batches });
  if (againstRest === null) return ofPairs;
  const ofRest = overPredictions(againstRest, { ...options, batches });
  return ofPairs.map((value, b) => (value + ofRest[b]!) / 2);
}

type Options = Omit<EvidenceOptions, "side"> & { readonly correctOnly: boolean; readonly batches: number };

function overPredictions(cells: readonly MonitoredCell[], options: Options): Float64Array {
  const right = meanOf(cells, { ...options, right: true });
  if (options.correctOnly) return right;
  const wrong = meanOf(cells, { ...options, right: false });
  return right.map((value, b) => (value + wrong[b]!) / 2);
}

function meanOf(cells: readonly MonitoredCell[], options: Options & { readonly right: boolean }): Float64Array {
  function* evidence() {
    for (const cell of cells) {
      if ((cell.label === cell.prediction) !== options.right) continue;
      yield { since: cell.since, logs: cellEvidence(cell, { ...options, side: "above" }) };
    }
  }
  return meanEvidence(evidence(), options.batches);
}
