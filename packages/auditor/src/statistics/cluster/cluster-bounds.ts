import { maximum, minimum } from "@evenodds/core";
import { newcombeInterval } from "../newcombe-interval.js";

/** A cell of a comparison. */
export interface ClusteredCell {
  readonly k: number;
  readonly n: number;
  readonly rate: number;
}

/** Two cells with what their interval depends on. */
export interface WidenedPair {
  readonly first: ClusteredCell;
  readonly second: ClusteredCell;
  /** Design effect, by which both are cut down. */
  readonly effect: number;
  /** Normal or Student's quantile. */
  readonly z: number;
}

/** Of one cell with every later one of its comparison. */
export interface PairEffects {
  /** `[cells]`: design effects; 0 where there is none. */
  readonly effects: Float64Array;
  /** `[cells]`: quantiles. */
  readonly quantiles: Float64Array;
}

/** Far more than rounding errors of a bound, and far less than anybody sees. */
const slack = 1e-9;

/** Rates that differ by less are equal but for rounding, and either may be the higher one. */
const tie = 1e-12;

/**
 * The widest bounds of Newcombe intervals over pairs of cells, each pair cut down by its design effect. Most pairs are
 * far from widening the bounds, which takes no exact interval to see: the Wilson bounds of a cell depend on the
 * _stretch_ `z² · effect` alone and move away from its rate as that grows. What they are at both ends of a range of
 * stretches, for every cell of a comparison, tells how far the interval of two cells can go at most.
 */
export class ClusterBounds {
  /** Largest lower bound, and largest distance from 0 of any bound on the far side; neither is clamped. */
  lower = 0;
  upper = 0;
  #cells: readonly ClusteredCell[] = [];
  /** From the least stretch of any pair to the end of a level, by levels. */
  #wide: (Reach | undefined)[] = [];
  /** Of one level each. */
  #narrow: (Reach | undefined)[] = [];
  readonly #least: number;

  /** Of pairs whose quantile is at least `z`. */
  constructor(z: number) {
    this.#least = z * z;
  }

  /** Turns to the cells of another comparison. */
  turnTo(cells: readonly ClusteredCell[]): void {
    this.#cells = cells;
    this.#wide = [];
    this.#narrow = [];
  }

  /** Whether an interval of this cell with any other can widen the bounds where no stretch is above `most`. */
  canWiden(cell: number, most: number): boolean {
    const { ends } = this.#upTo(most);
    const lower = Math.max(ends.innerLower[cell]! - ends.leastInnerUpper, ends.mostInnerLower - ends.innerUpper[cell]!);
    const upper = Math.max(ends.outerUpper[cell]! - ends.leastOuterLower, ends.mostOuterUpper - ends.outerLower[cell]!);
    return lower >= this.lower - slack || upper >= this.upper - slack;
  }

  /** Takes the intervals of a cell with all later ones into account, where no stretch is above `most`. */
  takeAll(cell: number, { effects, quantiles }: PairEffects, most: number): void {
    const reach = this.#upTo(most);
    const cells = this.#cells.length;
    for (let b = cell + 1; b < cells; b++) {
      const effect = effects[b]!;
      if (effect === 0 || isInside(reach, cell, b, this.lower - slack, this.upper - slack)) continue;
      const z = quantiles[b]!;
      const level = levelOf(z * z * effect);
      const narrow = (this.#narrow[level] ??= reachOf(this.#cells, startOf(level), startOf(level + 1)));
      if (isInside(narrow, cell, b, this.lower - slack, this.upper - slack)) continue;
      this.widen({ first: this.#cells[cell]!, second: this.#cells[b]!, effect, z });
    }
  }

  /** Takes the interval of two cells into account. */
  widen({ first, second, effect, z }: WidenedPair): void {
    const cut = ({ k, n }: ClusteredCell) => ({ k: k / effect, n: n / effect });
    const interval = newcombeInterval({ first: cut(first), second: cut(second) }, z)!;
    this.lower = Math.max(this.lower, interval.lower, -interval.upper);
    this.upper = Math.max(this.upper, interval.upper, -interval.lower);
  }

  #upTo(most: number): Reach {
    // Four levels together: there are as many cells to look at for each as groups.
    const level = levelOf(most) | 3;
    return (this.#wide[level] ??= reachOf(this.#cells, this.#least, startOf(level + 1)));
  }
}

/** How far the Wilson bounds of every cell are from its rate, for stretches between two numbers. */
interface Reach {
  readonly rates: Float64Array;
  /** Squares of distances below and above the rate: at least those at the first number, at most those at the second. */
  readonly belowLeast: Float64Array;
  readonly aboveLeast: Float64Array;
  readonly belowMost: Float64Array;
  readonly aboveMost: Float64Array;
  readonly ends: Ends;
}

/**
 * Lengths that bound those of all pairs, without their squares: `√(a² + b²)` is at most `a + b`, which takes the cell's
 * outermost bounds to others' (outer), and at least `(a + b) / √2` (inner).
 */
interface Ends {
  readonly innerLower: Float64Array;
  readonly innerUpper: Float64Array;
  readonly outerLower: Float64Array;
  readonly outerUpper: Float64Array;
  readonly mostInnerLower: number;
  readonly leastInnerUpper: number;
  readonly leastOuterLower: number;
  readonly mostOuterUpper: number;
}

function reachOf(cells: readonly ClusteredCell[], from: number, to: number): Reach {
  const empty = () => new Float64Array(cells.length);
  const [rates, belowLeast, aboveLeast, belowMost, aboveMost] = [empty(), empty(), empty(), empty(), empty()];
  const [innerLower, innerUpper, outerLower, outerUpper] = [empty(), empty(), empty(), empty()];
  for (let i = 0; i < cells.length; i++) {
    const { n, rate } = cells[i]!;
    // Half the width of the Wilson interval, and how far its centre is above the rate.
    const nearHalf = Math.sqrt(from * (rate * (1 - rate) * n + from / 4)) / (n + from);
    const nearShift = (from * (0.5 - rate)) / (n + from);
    const farHalf = Math.sqrt(to * (rate * (1 - rate) * n + to / 4)) / (n + to);
    const farShift = (to * (0.5 - rate)) / (n + to);
    rates[i] = rate;
    belowLeast[i] = (nearHalf - nearShift) ** 2;
    aboveLeast[i] = (nearHalf + nearShift) ** 2;
    belowMost[i] = (farHalf - farShift) ** 2;
    aboveMost[i] = (farHalf + farShift) ** 2;
    innerLower[i] = rate - (nearHalf - nearShift) * Math.SQRT1_2;
    innerUpper[i] = rate + (nearHalf + nearShift) * Math.SQRT1_2;
    outerLower[i] = rate - (farHalf - farShift);
    outerUpper[i] = rate + (farHalf + farShift);
  }
  return {
    ...{ rates, belowLeast, aboveLeast, belowMost, aboveMost },
    ends: {
      ...{ innerLower, innerUpper, outerLower, outerUpper },
      mostInnerLower: maximum(innerLower),
      leastInnerUpper: minimum(innerUpper),
      leastOuterLower: minimum(outerLower),
      mostOuterUpper: maximum(outerUpper),
    },
  };
}

/**
 * Whether the bounds of two cells are surely within `lower` and `upper`. There may be hundreds of millions of pairs, so
 * this compares squares instead of taking roots.
 */
function isInside(reach: Reach, a: number, b: number, lower: number, upper: number): boolean {
  const difference = reach.rates[a]! - reach.rates[b]!;
  const gap = Math.abs(difference);
  const high = difference > 0 ? a : b;
  const low = difference > 0 ? b : a;
  const beyond = gap - lower;
  if (beyond >= 0) {
    if (beyond * beyond >= reach.belowLeast[high]! + reach.aboveLeast[low]!) return false;
    if (gap < tie && beyond * beyond >= reach.belowLeast[low]! + reach.aboveLeast[high]!) return false;
  }
  const room = upper - gap;
  if (room <= 0 || room * room <= reach.aboveMost[high]! + reach.belowMost[low]!) return false;
  // The interval of a small gap can reach farther to the other side of 0.
  const otherRoom = upper + gap;
  return otherRoom * otherRoom > reach.belowMost[high]! + reach.aboveMost[low]!;
}

/** Takes a number apart: its first 16 bits are its power of two and which sixteenth of that it is in. */
const bits = new DataView(new ArrayBuffer(8));

/** Of the smallest numbers that matter, 2^-63. */
const lowestLevel = 0x3c00;

function levelOf(stretch: number): number {
  bits.setFloat64(0, stretch);
  return bits.getUint16(0) - lowestLevel;
}

/** The smallest number of a level. */
function startOf(level: number): number {
  const start = new DataView(new ArrayBuffer(8));
  start.setUint16(0, level + lowestLevel);
  return start.getFloat64(0);
}
