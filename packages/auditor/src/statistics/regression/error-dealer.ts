import { maximum, minimum } from "@evenodds/core";
import type { Random } from "@evenodds/core";

/** Deals the errors of one label bin to its groups. */
export interface ErrorDealer {
  /** The measured gap in mean error. */
  readonly observed: number;
  /** Size of the largest error, from the mean of the bin. */
  readonly scale: number;
  /** Groups whose mean is drawn as a normal number. */
  readonly normalCells: number;
  /** Returns the gap in mean error of one deal. */
  readonly deal: (random: Random) => number;
}

/**
 * Returns a dealer for cells with at least one row each, two or more. The largest group gets what the others leave;
 * groups up to `largestDealt` rows draw them one by one, without replacement, the others a normal sum, given what is
 * left.
 */
export function errorDealer(
  cells: readonly Float64Array[],
  { largestDealt }: { readonly largestDealt: number },
): ErrorDealer {
  const ascending = [...cells].sort((a, b) => a.length - b.length);
  const sizes = ascending.map(({ length }) => length);
  const rows = sizes.reduce((sum, size) => sum + size, 0);
  const mean = ascending.reduce((sum, cell) => sum + total(cell), 0) / rows;
  // Distances from the mean add up without losing digits, and the groups' means lie as far apart as before.
  const pool = new Float64Array(rows);
  let at = 0;
  for (const cell of ascending) for (const error of cell) pool[at++] = error - mean;
  const sum = total(pool);
  const variance = pool.reduce((squares, error) => squares + error * error, 0) / Math.max(1, rows - 1);
  const others = sizes.slice(0, -1);
  const dealt = others.filter((size) => size <= largestDealt);
  const normal = others.slice(dealt.length);
  const deal = (random: Random) => {
    let [left, leftSum, start] = [rows, sum, 0];
    let [high, low] = [-Infinity, Infinity];
    const take = (size: number, own: number) => {
      left -= size;
      leftSum -= own;
      high = Math.max(high, own / size);
      low = Math.min(low, own / size);
    };
    for (const size of dealt) {
      take(size, drawRows(pool, { start, size, random }));
      start += size;
    }
    for (const size of normal) {
      const spread = Math.sqrt(((size * (left - size)) / left) * variance);
      take(size, (size * leftSum) / left + spread * random.normal());
    }
    take(sizes.at(-1)!, leftSum);
    return high - low;
  };
  const means = ascending.map((cell) => total(cell.map((error) => error - mean)) / cell.length);
  return {
    observed: maximum(means) - minimum(means),
    scale: pool.reduce((largest, error) => Math.max(largest, Math.abs(error)), 0),
    normalCells: normal.length,
    deal,
  };
}

/** Moves `size` random rows of those from `start` on to `start` and returns their sum. */
function drawRows(
  pool: Float64Array,
  { start, size, random }: { readonly start: number; readonly size: number; readonly random: Random },
): number {
  let sum = 0;
  for (let i = start; i < start + size; i++) {
    const chosen = i + random.integer(pool.length - i);
    const error = pool[chosen]!;
    pool[chosen] = pool[i]!;
    pool[i] = error;
    sum += error;
  }
  return sum;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
