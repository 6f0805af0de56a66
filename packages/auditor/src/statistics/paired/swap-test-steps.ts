import { outcomesOfPairs, type PairedClusters, type PairedCounts, type Random } from "@evenodds/core";
import { drawSteps, type Steps } from "../steps.js";
import { comparedGroups, gapOfCounts, reaches } from "./gap-of-counts.js";
import { HalfBinomial } from "./half-binomial.js";

/** A permutation test of the change of a gap. */
export interface ChangeTest {
  /** Tables drawn; 0 where the test was not made. */
  readonly draws: number;
  readonly pValue: number | null;
  readonly reason: string | null;
}

/** What {@link swapTestSteps} takes besides the counts. */
export interface SwapTestOptions {
  readonly random: Random;
  readonly draws: number;
  readonly minimumSupport: number;
  /** Where given, the predictions of all rows of a cluster are swapped together. */
  readonly clusters?: PairedClusters | undefined;
  /** Whose predictions they are, in words for who watches. */
  readonly name?: string | undefined;
}

/**
 * Tests "A and B are the same classifier" by the change of the equalized odds difference, Δ = D(B) − D(A): in every
 * row, or in every cluster, the two predictions change places with probability ½, and `pValue = (1 + #{|Δ*| ≥ |Δ|}) /
 * (draws + 1)`. Rows on which both agree stay as they are, and of the m rows of a cell with the predictions a and b in
 * either order, so many heads of m tosses go one way: the cost depends on the cells, not on the rows. With clusters it
 * depends on the clusters.
 *
 * No comparison, and no draws, give nulls and a reason. Where no prediction differs, p is 1.
 */
export function* swapTestSteps(paired: PairedCounts, options: SwapTestOptions): Steps<ChangeTest> {
  const { random, draws, minimumSupport, clusters, name = "the groups" } = options;
  const { a, b } = outcomesOfPairs(paired);
  const compared = comparedGroups({ a, b }, minimumSupport);
  if (compared.length === 0) return { draws: 0, pValue: null, reason: "no two groups have enough rows to be compared" };
  if (draws === 0) return { draws: 0, pValue: null, reason: "the test was switched off" };
  const gap = gapOfCounts(a, compared);
  const observed = gap(b.counts) - gap(a.counts);
  const swap = clusters === undefined ? rowSwaps(paired) : clusterSwaps(paired, clusters);
  const [first, second] = [new Float64Array(a.counts.length), new Float64Array(a.counts.length)];
  let reached = 1;
  yield* drawSteps(`swaps of ${name}`, { draws, cells: swap.length + first.length }, () => {
    first.set(a.counts);
    second.set(b.counts);
    for (const one of swap) one(random, first, second);
    if (reaches(gap(second) - gap(first), observed)) reached++;
  });
  return { draws, pValue: reached / (draws + 1), reason: null };
}

/** Moves rows between two tables of counts. */
type Swap = (random: Random, first: Float64Array, second: Float64Array) => void;

/** One swap for every cell and every two different predictions that occur there. */
function rowSwaps({ classes, counts }: PairedCounts): Swap[] {
  const width = classes.length;
  const tables = new Map<number, HalfBinomial>();
  const swaps: Swap[] = [];
  for (let cell = 0; cell < counts.length / width ** 2; cell++) {
    for (let one = 0; one < width; one++) {
      for (let other = one + 1; other < width; other++) {
        const there = counts[(cell * width + one) * width + other]!;
        const back = counts[(cell * width + other) * width + one]!;
        const tosses = there + back;
        if (tosses === 0) continue;
        const coin = tables.get(tosses) ?? new HalfBinomial(tosses);
        tables.set(tosses, coin);
        const [atOne, atOther] = [cell * width + one, cell * width + other];
        swaps.push((random, first, second) => {
          // As many rows as this have `one` in A and `other` in B more than was observed.
          const more = coin.draw(random) - there;
          first[atOne]! += more;
          first[atOther]! -= more;
          second[atOne]! -= more;
          second[atOther]! += more;
        });
      }
    }
  }
  return swaps;
}

/** One swap for every cluster in which a prediction differs. */
function clusterSwaps({ classes }: PairedCounts, { starts, cells, counts }: PairedClusters): Swap[] {
  const width = classes.length;
  const swaps: Swap[] = [];
  for (let cluster = 0; cluster + 1 < starts.length; cluster++) {
    const change = new Map<number, number>();
    for (let entry = starts[cluster]!; entry < starts[cluster + 1]!; entry++) {
      const at = cells[entry]!;
      const [cell, one, other] = [Math.floor(at / width ** 2), Math.floor(at / width) % width, at % width];
      if (one === other) continue;
      change.set(cell * width + one, (change.get(cell * width + one) ?? 0) - counts[entry]!);
      change.set(cell * width + other, (change.get(cell * width + other) ?? 0) + counts[entry]!);
    }
    const at = Int32Array.from(change.keys());
    const by = Float64Array.from(change.values());
    if (by.every((rows) => rows === 0)) continue;
    swaps.push((random, first, second) => {
      if (random.uniform() < 0.5) return;
      for (let i = 0; i < at.length; i++) {
        first[at[i]!]! += by[i]!;
        second[at[i]!]! -= by[i]!;
      }
    });
  }
  return swaps;
}
