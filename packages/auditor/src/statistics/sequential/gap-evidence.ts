import { cellBets, memoriesOfWays, type BetOptions, type CellBets } from "./cell-bets.js";
import { largestLog } from "./e-value-of.js";
import type { MonitoredCell, MonitoredCells } from "./monitored-cells.js";

export interface GapEvidenceOptions extends Omit<BetOptions, "side"> {
  /** A logarithm from which on nothing more is bet, so that it stays. Default: there is none. */
  readonly until?: number | undefined;
}

const ways = memoriesOfWays.length;

/** How much of the money the ways to bet on a kind of cells share before anything is known. */
interface Kind {
  readonly share: number;
  readonly cells: readonly MonitoredCell[];
}

/**
 * What is not bet counts as another way, whose e-value is always 1; this is its share, where all others together have
 * 1. It keeps the money together while no way has won anything.
 */
const unbet = 0.1;

/**
 * How strongly ways that have won are preferred. With 1 each would keep what it has won, which suits the case that all
 * are as likely in the end; above 1 money follows sooner, which pays where few cells of many have a gap.
 */
const preference = 1.5;

/**
 * Returns the logarithm of the e-value against "the gap of no cell is above the limit" after every batch, `[B]`; it
 * begins at 0. Before each batch the money E is divided anew among all ways to bet on all cells (`cellBets`, k), and
 * what they bring is added:
 *
 * `E_b = E_(b−1) (u + Σ_k w_k e_(k,b)) / (u + Σ_k w_k)`, `w_k = share_k exp(1.5 score_k)`, u = 0.1,
 * `score_k = memory_k score_k + ln e_(k,b)` after the batch,
 *
 * where k runs over the ways that bet on this batch: money lies idle in no cell that has nothing to bet on. Shares say
 * where a gap is looked for first. Right predictions, where gaps are mostly largest and which are fewer, share two
 * thirds, wrong ones one third; of each, groups against the rest, with more rows and fewer comparisons, have two thirds
 * and pairs of groups one third; equally within these, and kinds without cells have none.
 *
 * It is an e-value: weights and bets are made of earlier batches and of the numbers of rows of this one, and given
 * these each e_(k,b) has a mean of at most 1 if no gap is above the limit, so the mean of E_b given the batches before
 * is at most E_(b−1). By Ville's inequality it ever reaches 1/alpha with a probability of at most alpha. Cells may
 * depend on each other in any way, and one that comes with a later batch takes part from the next one on.
 *
 * Sources: Vovk and Wang 2021, "E-values: calibration, combination and applications" (means are the only symmetric way
 * to merge e-values that depend on each other); Freund, Schapire, Singer and Warmuth 1997, "Using and combining
 * predictors that specialize" (weights of those that take part).
 */
export function gapEvidence({ gaps, againstRest, batches }: MonitoredCells, options: GapEvidenceOptions): Float64Array {
  const { until = Infinity } = options;
  const kinds = [...byPrediction(againstRest ?? [], 2 / 3), ...byPrediction(gaps, 1 / 3)].map(
    (kind) => new KindBets(kind, options),
  );
  const logs = new Float64Array(batches);
  for (let b = 1; b < batches; b++) {
    const present = kinds.filter((kind) => kind.reach(b) > 0);
    const shares = present.reduce((sum, { share }) => sum + share, 0);
    // Weights are relative to the largest one, which may be too large to be a number.
    const most = present.reduce((largest, kind) => Math.max(largest, kind.most), 0);
    let bet = 0;
    let won = 0;
    for (const kind of present) {
      const found = kind.bet(b, most);
      bet += (found.bet * kind.share) / shares;
      won += (found.won * kind.share) / shares;
    }
    const all = bet + unbet * Math.exp(-preference * most);
    logs[b] = logs[b - 1]! + (bet === 0 ? 0 : Math.log1p(won / all));
    if (logs[b]! >= until) return logs.fill(logs[b]!, b);
  }
  return logs;
}

function byPrediction(cells: readonly MonitoredCell[], share: number): Kind[] {
  return [
    { share: (share * 2) / 3, cells: cells.filter(({ label, prediction }) => label === prediction) },
    { share: share / 3, cells: cells.filter(({ label, prediction }) => label !== prediction) },
  ];
}

/** The bets on the cells of a kind, from batch to batch. */
class KindBets {
  readonly share: number;
  /** The largest score so far, at least 0. */
  most = 0;
  readonly #cells: readonly MonitoredCell[];
  readonly #bets: readonly CellBets[];
  /** `[cells, ways]` */
  readonly #scores: Float64Array;
  /** Of the cell that is looked at, `[ways]`. */
  readonly #logs = new Float64Array(ways);
  #present = 0;

  constructor({ share, cells }: Kind, options: GapEvidenceOptions) {
    this.share = share;
    this.#cells = cells;
    this.#bets = cells.map((cell) => cellBets(cell, { ...options, side: "above" }));
    this.#scores = new Float64Array(cells.length * ways);
  }

  /** Returns how many cells take part in a batch: those that came before it. Called for every batch, in order. */
  reach(batch: number): number {
    while (this.#present < this.#cells.length && this.#cells[this.#present]!.since < batch) this.#present++;
    return this.#present;
  }

  /** Returns the sums of w and of w (e − 1) over all ways that bet, for a share of 1, and learns from the batch. */
  bet(batch: number, most: number): { readonly bet: number; readonly won: number } {
    let [bet, won, next] = [0, 0, 0];
    const scores = this.#scores;
    for (let cell = 0; cell < this.#present; cell++) {
      const isBet = this.#bets[cell]!.logEValues(batch, this.#logs);
      for (let way = 0; way < ways; way++) {
        const at = cell * ways + way;
        let learned = memoriesOfWays[way]! * scores[at]!;
        const log = isBet ? Math.min(largestLog, this.#logs[way]!) : NaN;
        if (!Number.isNaN(log)) {
          const weight = Math.exp(preference * (scores[at]! - most));
          bet += weight;
          won += weight * Math.expm1(log);
          learned += log;
        }
        scores[at] = learned;
        if (learned > next) next = learned;
      }
    }
    this.most = next;
    const each = this.#present * ways;
    return { bet: bet / each, won: won / each };
  }
}
