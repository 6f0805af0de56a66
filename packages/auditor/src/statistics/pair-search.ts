import { gapOf, supportedGroups, type ComparisonTable } from "@evenodds/core";
import { wilsonInterval } from "./wilson-interval.js";

/** A pair of groups of one comparison, all as indices; a < b. */
export interface FoundPair {
  readonly comparison: number;
  readonly a: number;
  readonly b: number;
}

/** The widest bounds of Newcombe intervals over pairs of groups. */
export interface PairBounds {
  /** Largest lower bound, not clamped; what the search started from where no pair has a larger one. */
  readonly lower: number;
  /** The first pair with that lower bound; null where the search started from it. */
  readonly surest: FoundPair | null;
  /** Largest distance from 0 of any bound on the far side, not clamped; at least where the search started. */
  readonly upper: number;
}

export interface SearchedAt {
  /** Normal quantile of each interval. */
  readonly z: number;
  /** How many times as large every cell is taken to be, its rate unchanged; 1 by default. */
  readonly factor?: number | undefined;
}

/** Finds extreme bounds among the intervals of all pairs without making all of them. */
export interface PairSearch {
  /** Number of pairs. */
  readonly pairs: number;
  /** Rows of the smallest cell of a pair; infinite without pairs. */
  readonly smallestCell: number;
  /** Whether all counts and sizes of pairs are whole. */
  readonly whole: boolean;
  /** Number of intervals that were made so far. */
  readonly made: () => number;
  /** Returns the bounds over the pairs of these comparisons, of all by default, from `start` (0, 0) on. */
  readonly bounds: (at: SearchedAt, start?: Partial<PairBounds>, among?: Int32Array) => PairBounds;
  /** Returns the comparisons with a pair whose bound on this side is above `limit`. */
  readonly beyond: (at: SearchedAt, side: "lower" | "upper", limit: number, among?: Int32Array) => Int32Array;
}

/** Differences up to this are left to exact arithmetic: what rounding can do to a bound is far less. */
const slack = 1e-12;

/** With fewer groups, looking at every pair is faster than ruling pairs out. */
const fewGroups = 24;

const steps = 16;
const angles = Array.from({ length: steps + 1 }, (_, i) => (Math.PI / 2) * (i / steps));
const cosines = Float64Array.from(angles, Math.cos);
const sines = Float64Array.from(angles, Math.sin);
/** The largest ratio of a length to its largest projection on one of the angles. */
const between = 1 / Math.cos(Math.PI / 4 / steps);

/**
 * Returns a search over every pair of groups with n ≥ `minimumSupport`, per comparison; with `differBy`, only over
 * pairs whose rates differ by more than that. Its bounds are those of `newcombeInterval`, to the last bit, as if every
 * pair had been looked at.
 *
 * With G groups there are G²/2 pairs, but the bounds of a pair come from its two groups: with rates p and distances to
 * the Wilson bounds below (a) and above (b), the lower bound is `p₁ − p₂ − √(a₁² + b₂²)`. A length is at least its
 * projection on any angle, `a cos θ + b sin θ`, and with the angle fixed the best partner of a group is the same for
 * all groups. So G · 17 steps bound what each group can reach with any partner, and groups that cannot beat the best
 * pair so far are left out; the same from above for the upper bound. Only ties of very many groups still take G² steps.
 */
export function pairSearch(
  table: ComparisonTable,
  { minimumSupport, differBy }: { readonly minimumSupport: number; readonly differBy?: number },
): PairSearch {
  const supported = supportedGroups(table, minimumSupport);
  const { over, cells, counts, first, stride } = table;
  const all = Int32Array.from(over.keys()).filter((c) => supported[over[c]!]!.length >= 2);
  const most = all.reduce((largest, c) => Math.max(largest, supported[over[c]!]!.length), 0);
  const scratch = () => new Float64Array(most);
  const [k, n, p, below, above] = [scratch(), scratch(), scratch(), scratch(), scratch()];
  const best = { lower: 0, upper: 0, surest: null as FoundPair | null };
  // Of the comparison that is looked at.
  let [comparison, scale, made] = [0, 1, 0];
  let groups = supported[0]!;

  /** Takes a pair (i < j among the supported groups) into account with its exact interval. */
  const take = (i: number, j: number): void => {
    made++;
    // By the cells as they are, so that a pair stays the same way round however large they are taken to be.
    const positive = gapOf({ k: k[i]!, n: n[i]! }, { k: k[j]!, n: n[j]! }) >= 0;
    const [high, low] = positive ? [i, j] : [j, i];
    if (differBy !== undefined && !(k[high]! / n[high]! - k[low]! / n[low]! > differBy)) return;
    const gap = gapOf({ k: k[high]! * scale, n: n[high]! * scale }, { k: k[low]! * scale, n: n[low]! * scale });
    const lower = gap - Math.hypot(below[high]!, above[low]!);
    const upper = gap + Math.hypot(above[high]!, below[low]!);
    const [a, b] = [groups[i]!, groups[j]!];
    const { surest } = best;
    const isEarlier = lower === best.lower && surest?.comparison === comparison && isBefore({ a, b }, surest);
    if (lower > best.lower || isEarlier) {
      best.lower = lower;
      best.surest = { comparison, a, b };
    }
    best.upper = Math.max(best.upper, upper, -lower);
  };

  /** Takes a pair into account where it can matter; i and j in any order. */
  const consider = (i: number, j: number): void => {
    const gap = p[i]! - p[j]!;
    const oneWay = Math.sqrt(below[i]! * below[i]! + above[j]! * above[j]!);
    const otherWay = Math.sqrt(above[i]! * above[i]! + below[j]! * below[j]!);
    // Near 0 it takes exact arithmetic to tell which of the two is higher.
    const lower =
      gap > slack ? gap - oneWay : gap < -slack ? -gap - otherWay : Math.abs(gap) - Math.min(oneWay, otherWay);
    const upper = Math.max(gap + otherWay, oneWay - gap);
    if (lower < best.lower - slack && upper < best.upper - slack) return;
    if (i < j) take(i, j);
    else take(j, i);
  };

  const look = (c: number, { z, factor = 1 }: SearchedAt): void => {
    comparison = c;
    scale = factor;
    groups = supported[over[c]!]!;
    const { sizes } = cells[over[c]!]!;
    const length = groups.length;
    for (let i = 0; i < length; i++) {
      const g = groups[i]!;
      k[i] = counts[first[c]! + g * stride]!;
      n[i] = sizes[g]!;
      const rows = { k: k[i]! * factor, n: n[i]! * factor };
      const rate = rows.k / rows.n;
      const { lower, upper } = wilsonInterval(rows, z)!;
      p[i] = rate;
      below[i] = rate - lower;
      above[i] = upper - rate;
    }
    if (length <= fewGroups) {
      for (let i = 0; i < length; i++) for (let j = i + 1; j < length; j++) consider(i, j);
      return;
    }
    const lowers = rivals(
      { p, first: below, second: above, length },
      { wanted: () => best.lower - slack, sign: -1, consider },
    );
    for (const i of lowers.firsts) for (const j of lowers.seconds) if (i !== j) consider(i, j);
    const uppers = rivals(
      { p, first: above, second: below, length },
      { wanted: () => best.upper - slack, sign: between, consider },
    );
    for (const i of uppers.firsts) for (const j of uppers.seconds) if (i !== j) consider(i, j);
  };

  const compared = all.map((c) => supported[over[c]!]!.length);
  return {
    pairs: compared.reduce((sum, length) => sum + (length * (length - 1)) / 2, 0),
    smallestCell: all.reduce(
      (least, c) => supported[over[c]!]!.reduce((size, g) => Math.min(size, cells[over[c]!]!.sizes[g]!), least),
      Infinity,
    ),
    whole: all.every((c) =>
      supported[over[c]!]!.every(
        (g) => Number.isInteger(counts[first[c]! + g * stride]!) && Number.isInteger(cells[over[c]!]!.sizes[g]!),
      ),
    ),
    made: () => made,
    bounds: (at, start = {}, among = all) => {
      Object.assign(best, { lower: 0, upper: 0, surest: null, ...start });
      for (const c of among) look(c, at);
      return { ...best };
    },
    beyond: (at, side, limit, among = all) =>
      among.filter((c) => {
        Object.assign(best, { lower: Infinity, upper: Infinity, surest: null, [side]: limit });
        look(c, at);
        return best[side] > limit;
      }),
  };
}

/** Whether one pair stands before another in the order of all pairs. */
function isBefore(one: Pick<FoundPair, "a" | "b">, other: Pick<FoundPair, "a" | "b">): boolean {
  return one.a < other.a || (one.a === other.a && one.b < other.b);
}

/**
 * Returns the groups that can take part in a pair with `p₁ − p₂ + sign · √(first₁² + second₂²)` of at least what is
 * `wanted`, as the first and as the second of it. Considers some good pairs beforehand, which makes that more.
 */
function rivals(
  cells: {
    readonly p: Float64Array;
    readonly first: Float64Array;
    readonly second: Float64Array;
    readonly length: number;
  },
  search: {
    readonly wanted: () => number;
    /** −1, or a bit more than 1 so that projections are never too short. */
    readonly sign: number;
    readonly consider: (i: number, j: number) => void;
  },
): { readonly firsts: number[]; readonly seconds: number[] } {
  const { p, first, second, length } = cells;
  const { wanted, sign, consider } = search;
  const [mostOne, mostOther] = [new Float64Array(angles.length), new Float64Array(angles.length)];
  for (let t = 0; t < angles.length; t++) {
    let [one, other, best, bestOther] = [0, 0, -Infinity, -Infinity];
    const [cos, sin] = [sign * cosines[t]!, sign * sines[t]!];
    for (let i = 0; i < length; i++) {
      const own = p[i]! + cos * first[i]!;
      const partner = sin * second[i]! - p[i]!;
      if (own > best) [one, best] = [i, own];
      if (partner > bestOther) [other, bestOther] = [i, partner];
    }
    [mostOne[t], mostOther[t]] = [best, bestOther];
    if (one !== other) consider(one, other);
  }
  const needed = wanted();
  // A length is at least every projection, and at most the longest one times a bit more than 1.
  const reach = (values: (t: number) => number) => {
    let all = sign < 0 ? Infinity : -Infinity;
    for (let t = 0; t < angles.length; t++) all = sign < 0 ? Math.min(all, values(t)) : Math.max(all, values(t));
    return all;
  };
  const [firsts, seconds]: [number[], number[]] = [[], []];
  for (let i = 0; i < length; i++) {
    if (reach((t) => p[i]! + sign * cosines[t]! * first[i]! + mostOther[t]!) >= needed) firsts.push(i);
    if (reach((t) => sign * sines[t]! * second[i]! - p[i]! + mostOne[t]!) >= needed) seconds.push(i);
  }
  return { firsts, seconds };
}
