import { fewHeads } from "./half-binomial.js";

/** Rows on which two models part: `gained` are right in B only, `lost` are right in A only. */
export interface Discordant {
  readonly gained: number;
  readonly lost: number;
}

/**
 * Returns the two-sided p-value of the exact McNemar test of "B is right as often as A", from the rows on which the two
 * part: `min(1, 2 P(X ≤ min(gained, lost)))` with X the heads among `gained + lost` tosses of a fair coin. Without such
 * a row it is 1. The same as statsmodels' `mcnemar(table, exact=True)`.
 *
 * Source: McNemar 1947; exact form as in Fay 2010.
 */
export function mcnemarTest({ gained, lost }: Discordant): number {
  return Math.min(1, 2 * fewHeads(Math.min(gained, lost), gained + lost));
}

/** How many rows each of two models has right, of the same `n` rows. */
export interface RightOfSame {
  readonly a: number;
  readonly b: number;
  readonly n: number;
}

/**
 * Returns the largest p-value that {@link mcnemarTest} can have where only the margins are known: how many of the same
 * `n` rows each model has right. Of two numbers of discordant rows with the same difference the larger gives the larger
 * p-value; there are at most `min(a + b, 2n − a − b)` of them. A test by it is right whatever the models have in
 * common, also where the rows are not the same but as many, and is blind to what a paired one could see.
 */
export function largestMcNemarPValue(right: RightOfSame): number {
  return mcnemarTest(mostDiscordant(right));
}

/** Returns the one-sided largest p-value of "B is right at least as often as A". */
export function largestLossPValue(right: RightOfSame): number {
  const { gained, lost } = mostDiscordant(right);
  return fewHeads(gained, gained + lost);
}

/** Returns the most rows on which two models can part. */
function mostDiscordant({ a, b, n }: RightOfSame): Discordant {
  const most = Math.min(a + b, 2 * n - a - b);
  return { gained: (most + b - a) / 2, lost: (most + a - b) / 2 };
}
