/** A logarithm of an e-value that is larger counts as this: a smaller e-value is one too, and sums stay finite. */
export const largestLog = 600;

/** The logarithms of the e-values of a cell after every batch, and the batch that brought it. */
export interface EvidenceOfCell {
  readonly since: number;
  /** `[B]` */
  readonly logs: Float64Array;
}

/**
 * Returns the mean of the e-values of all cells after every batch, `[B]`, which is an e-value against the null of all
 * of them: whatever money is won in one cell pays for the others.
 *
 * A cell that only comes with a later batch cannot begin with 1: if the others have lost by then, the mean would rise
 * by itself. It begins with the mean of those that are there, as if a part of their money were moved to it, so that the
 * mean stays as it is. Cells are given in the order of `since`.
 */
export function meanEvidence(cells: Iterable<EvidenceOfCell>, batches: number): Float64Array {
  const mean = new Float64Array(batches).fill(1);
  const sums = new Float64Array(batches);
  const own = new Float64Array(batches);
  let [before, cohort, since] = [0, 0, 0];
  const close = () => {
    // All that came with one batch begin with the same money.
    const start = before === 0 ? 1 : mean[since]!;
    for (let b = since; b < batches; b++) {
      sums[b]! += start * own[b]!;
      mean[b] = Math.min(Math.exp(largestLog), sums[b]! / (before + cohort));
    }
    before += cohort;
    cohort = 0;
    own.fill(0);
  };
  for (const cell of cells) {
    if (cell.since !== since) {
      if (cohort > 0) close();
      since = cell.since;
    }
    cohort++;
    for (let b = since; b < batches; b++) own[b]! += Math.exp(Math.min(largestLog, cell.logs[b]!));
  }
  if (cohort > 0) close();
  return mean;
}
